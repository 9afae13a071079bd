import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './command-error.ts';
import type { Flags } from './flags.ts';
import { loginMissing } from './profiles/profile-faults.ts';
import { openProfileStore, type Profile, type ProfileStore } from './profiles/profile-store.ts';

/** Where a server is, and where that was said. */
export interface InstallationAddress {
  /** Without a slash at the end. */
  readonly url: string;
  readonly urlSource: string;
}

/** What a command shows a server: a key, and where it was said, or the login of a profile. */
export type ServerCredential =
  | { readonly kind: 'key'; readonly apiKey: string; readonly source: string }
  | { readonly kind: 'login'; readonly profile: string };

/** Which server a command asks, and with what. */
export interface ServerAddress extends InstallationAddress {
  readonly credential: ServerCredential;
}

type Variables = Readonly<Record<string, string | undefined>>;
type AddressFlags = Pick<Flags, 'url' | 'profile'>;

/**
 * Finds the server and the credential. The server: flags, then variables, then what a server that was started here has
 * left in `ready.json`, then the current login. The credential: `--api-key`, the login of `--profile`, `ORIEL_API_KEY`,
 * a login to that server, then the key of `ready.json`, which goes to its own server only.
 *
 * @throws {@link UsageError} when no server or no credential is known, or one cannot be right
 */
export async function findServerAddress(
  flags: AddressFlags & Pick<Flags, 'api-key'>,
  variables: Variables,
): Promise<ServerAddress> {
  const store = openProfileStore(variables);
  const address = await findInstallation(flags, variables, store);
  const credential =
    toKey('--api-key', flags['api-key']) ??
    (flags.profile ? await loginOf(flags.profile, address, store) : undefined) ??
    toKey('ORIEL_API_KEY', variables['ORIEL_API_KEY']) ??
    (await findLogin(address, variables, store)) ??
    (await readyKey(address, variables));
  if (credential) return { ...address, credential };
  throw new UsageError(
    `No login and no API key for ${address.url} is known: run oriel login --url ${address.url}, set ORIEL_API_KEY or give --api-key`,
  );
}

/**
 * Finds the server that flags, variables, `ready.json` or the current login name, in this order.
 *
 * @throws {@link UsageError} when none is known, or one cannot be right
 */
export async function findInstallation(
  { url, profile }: AddressFlags,
  variables: Variables,
  store: ProfileStore,
): Promise<InstallationAddress> {
  const file = readyFile(variables);
  return (
    toAddress('--url', url) ??
    (await addressOfProfile(profile, store)) ??
    toAddress('ORIEL_URL', variables['ORIEL_URL']) ??
    (await addressOfProfile(variables['ORIEL_PROFILE'], store)) ??
    toAddress(file, (await readReadyFile(file)).url) ??
    (await addressOfCurrent(store)) ??
    noServer()
  );
}

function noServer(): never {
  throw new UsageError(
    'No server is known: run oriel login --url URL, start one with oriel start, give --url or set ORIEL_URL',
  );
}

async function addressOfProfile(
  name: string | undefined,
  store: ProfileStore,
): Promise<InstallationAddress | undefined> {
  if (!name) return undefined;
  const { url } = await getProfile(name, store);
  return { url, urlSource: `profile ${name}` };
}

async function addressOfCurrent(store: ProfileStore): Promise<InstallationAddress | undefined> {
  const name = await store.findCurrent();
  const profile = name === undefined ? undefined : await store.find(name);
  return profile && { url: profile.url, urlSource: `profile ${name}` };
}

async function getProfile(name: string, store: ProfileStore): Promise<Profile> {
  const profile = await store.find(name);
  if (!profile) throw loginMissing(name);
  return profile;
}

/** The login of `--profile`, which is for its own server alone. */
async function loginOf(
  name: string,
  { url, urlSource }: InstallationAddress,
  store: ProfileStore,
): Promise<ServerCredential> {
  const profile = await getProfile(name, store);
  if (profile.url !== url)
    throw new UsageError(`The profile ${name} is a login to ${profile.url}, not to ${url} (${urlSource})`);
  return { kind: 'login', profile: name };
}

/** A login to this server: of `ORIEL_PROFILE`, the current one, or the first by name. */
async function findLogin(
  { url }: InstallationAddress,
  variables: Variables,
  store: ProfileStore,
): Promise<ServerCredential | undefined> {
  const profiles = await store.list();
  const names = [variables['ORIEL_PROFILE'], await store.findCurrent(), ...profiles.keys()];
  const name = names.find((candidate) => candidate && profiles.get(candidate)?.url === url);
  return name ? { kind: 'login', profile: name } : undefined;
}

async function readyKey(
  { url }: InstallationAddress,
  variables: Variables,
): Promise<ServerCredential | undefined> {
  const file = readyFile(variables);
  const ready = await readReadyFile(file);
  return ready.url === url ? toKey(file, ready.apiKey) : undefined;
}

/** An empty text says nothing. */
function toKey(source: string, apiKey: string | undefined): ServerCredential | undefined {
  if (!apiKey) return undefined;
  if (/^[\x21-\x7e]+$/.test(apiKey)) return { kind: 'key', apiKey, source };
  throw new UsageError(`${source} is not an API key: it has characters that no key has`);
}

/** An empty text says nothing. */
function toAddress(urlSource: string, text: string | undefined): InstallationAddress | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  if (url && ['http:', 'https:'].includes(url.protocol))
    return { url: url.href.replace(/\/+$/, ''), urlSource };
  throw new UsageError(
    `${urlSource} takes an http or https address such as https://analytics.example.com, not ${JSON.stringify(text)}`,
  );
}

function readyFile(variables: Variables): string {
  return join(variables['ORIEL_DATA'] || '.oriel', 'ready.json');
}

async function readReadyFile(file: string): Promise<{ url?: string; apiKey?: string }> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    // Our own server writes it.
    return JSON.parse(text) as { url?: string; apiKey?: string };
  } catch (cause) {
    throw new UsageError(`${file} is not what a server writes; remove it, or give --url and --api-key`, {
      cause,
    });
  }
}
