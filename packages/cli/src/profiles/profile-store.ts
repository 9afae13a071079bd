import type { OAuthTokens } from '@oriel/client';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command-error.ts';
import { configFolder } from './config-folder.ts';
import { writeWhole } from './write-whole.ts';

/** A login to one installation, as it is stored. */
export interface Profile {
  /** Without a slash at the end. */
  readonly url: string;
  /** The e-mail of the user. */
  readonly email: string;
  readonly scopes: readonly string[];
  /** ISO 8601 in UTC. */
  readonly loggedInAt: string;
  readonly clientId: string;
  readonly tokenEndpoint: string;
  readonly tokens: OAuthTokens;
}

/** The logins of the user of this machine, by name: each a file that only they may read. */
export interface ProfileStore {
  find(name: string): Promise<Profile | undefined>;
  write(name: string, profile: Profile): Promise<void>;
  remove(name: string): Promise<void>;
  /** All, by name. */
  list(): Promise<ReadonlyMap<string, Profile>>;
  /** The one that is meant where none is named. */
  findCurrent(): Promise<string | undefined>;
  setCurrent(name: string | undefined): Promise<void>;
  /** Runs work while no other process writes the profile. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
}

const ENDING = '.json';

/** Opens the store in the user's configuration folder, which is made when something is written. */
export function openProfileStore(variables: Readonly<Record<string, string | undefined>>): ProfileStore {
  const folder = configFolder(variables);
  const profiles = join(folder, 'profiles');
  const currentFile = join(folder, 'current-profile');
  const fileOf = (name: string) => join(profiles, `${checkName(name)}${ENDING}`);
  const makeFolder = () => mkdir(profiles, { recursive: true, mode: 0o700 });
  const find = async (name: string) => parseProfile(await readIfAny(fileOf(name)), fileOf(name));
  return {
    find,
    async write(name, profile) {
      await makeFolder();
      await writeWhole(fileOf(name), `${JSON.stringify(profile, undefined, 2)}\n`);
    },
    async remove(name) {
      // Its lock stays: without the file, two processes could each hold a lock of that name.
      await rm(fileOf(name), { force: true });
    },
    async list() {
      const files = await readdir(profiles).catch(emptyWhereMissing);
      const names = files
        .filter((file) => file.endsWith(ENDING))
        .map((file) => file.slice(0, -ENDING.length));
      const found = await Promise.all(
        names.toSorted().map(async (name) => [name, await find(name)] as const),
      );
      return new Map(found.flatMap(([name, profile]) => (profile ? [[name, profile] as const] : [])));
    },
    findCurrent: async () => (await readIfAny(currentFile))?.trim() || undefined,
    async setCurrent(name) {
      if (name === undefined) return rm(currentFile, { force: true });
      await makeFolder();
      await writeWhole(currentFile, `${checkName(name)}\n`);
    },
    async exclusively(name, work) {
      await makeFolder();
      const { withExclusiveLock } = await import('./exclusive-lock.ts');
      return withExclusiveLock(join(profiles, `${checkName(name)}.lock`), work);
    },
  };
}

/** The name of a profile that is given none: its host, and its port where it states one. */
export function profileNameOf(url: string): string {
  return new URL(url).host.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[.-]+|[.-]+$/g, '');
}

/** @throws `UsageError` for a name that cannot be that of a file on every system */
export function checkName(name: string): string {
  if (/^\w[\w.-]{0,99}$/.test(name)) return name;
  throw new UsageError(
    `A profile has a name of letters, digits, dots, dashes and underscores, not ${JSON.stringify(name)}`,
  );
}

function parseProfile(text: string | undefined, file: string): Profile | undefined {
  if (text === undefined) return undefined;
  try {
    // Only this store writes it.
    return JSON.parse(text) as Profile;
  } catch (cause) {
    throw new UsageError(`${file} is not what oriel login writes; remove it, and log in again`, { cause });
  }
}

async function readIfAny(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function emptyWhereMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
