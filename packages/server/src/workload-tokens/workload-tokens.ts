import type { Engine, RuntimeTarget } from '@oriel/engine';
import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/database.ts';
import type { SigningKey } from '../signing-keys/signing-key.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import { issueToken, TOKEN_SECONDS } from './issue-token.ts';
import { listIssuedConfigs, type IssuedConfig } from './issued-configs.ts';
import { LIBRARY_VARIABLES } from './token-audience.ts';
import { keepTokenFiles, writeTokenFile } from './token-files.ts';

/** What tokens are issued with. */
interface WorkloadTokensOptions {
  readonly db: Db;
  readonly dataDir: string;
  readonly signingKeys: Pick<SigningKeys, 'current'>;
  /** Where clients reach the server, as its operator has set it; undefined: the host of the account, by HTTPS. */
  readonly baseUrl: string | undefined;
  /** Where the server listens, for an account without a host; undefined before it does. Default: nowhere. */
  listensAt?(this: void): string | undefined;
  /** Told of what fails, of the same in a row once; it is tried again a moment later. */
  onFault(this: void, error: unknown): void;
  /** Milliseconds of a monotonic clock; default that of the process. */
  now?(): number;
}

/** Keeps a file with a token for each configuration and runtime. */
export interface WorkloadTokens {
  /**
   * Writes the files of a runtime that is about to start or change.
   *
   * @returns the environment variables that name them
   */
  prepare(target: RuntimeTarget): Promise<Readonly<Record<string, string>>>;
  /**
   * Replaces what is about to end or stands in another configuration by now, and removes what belongs to nothing any
   * more.
   */
  renew(runtimes: readonly RuntimeTarget[]): Promise<void>;
  /** Renews for the runtimes of an engine from time to time. */
  follow(engine: Pick<Engine, 'runtimes'>): void;
  /** Removes all files. */
  close(): Promise<void>;
}

interface Written {
  readonly content: string;
  readonly endsAtMs: number;
}

interface Held {
  readonly target: RuntimeTarget;
  readonly folder: string;
  readonly files: Map<string, Written>;
  /** When the runtime was prepared: it is not there at once. */
  preparedAtMs: number;
}

const FOLDER = 'workload-tokens';
const COMPONENT = 'api';
/** A token is replaced so long before it ends. */
const AHEAD_MS = 15 * 60_000;
const RENEWAL_MS = 5_000;
/** Within this time a runtime that was prepared has started. */
const START_MS = 120_000;

/** Makes the keeper of an empty folder within the data folder. */
export function createWorkloadTokens(options: WorkloadTokensOptions): WorkloadTokens {
  const { dataDir, now = () => performance.now() } = options;
  const root = join(dataDir, FOLDER);
  let timer: NodeJS.Timeout | undefined;
  const inTurn = createTurn();
  const onFault = onceInARow(options.onFault);
  const keeper: Keeper = { ...options, now, onFault, root, held: new Map() };
  return {
    prepare: (target) => inTurn(() => prepare(keeper, target)),
    renew: (runtimes) => inTurn(() => renew(keeper, runtimes)),
    follow(engine) {
      timer = setInterval(
        () => void inTurn(() => renew(keeper, engine.runtimes())).catch(onFault),
        RENEWAL_MS,
      );
      timer.unref();
    },
    async close() {
      clearInterval(timer);
      await inTurn(() => rm(root, { recursive: true, force: true, maxRetries: 10 }));
    },
  };
}

/** What tokens are issued with, and the clock. */
interface Issuing extends Pick<WorkloadTokensOptions, 'db' | 'signingKeys' | 'baseUrl' | 'listensAt'> {
  now(this: void): number;
}

/** The files of all runtimes. */
interface Keeper extends Issuing {
  readonly root: string;
  readonly held: Map<string, Held>;
  onFault(this: void, error: unknown): void;
}

/** Tells of a fault unless it is the one before. */
function onceInARow(tell: (error: unknown) => void): (error: unknown) => void {
  let lastFault: string | undefined;
  return (error) => {
    const text = error instanceof Error ? error.message : String(error);
    if (text !== lastFault) tell(error);
    lastFault = text;
  };
}

/** Makes what does one work after the other, so that no file is removed that another has just written. */
function createTurn() {
  let running: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = running.then(work);
    running = result.catch(() => {});
    return result;
  };
}

function holdOf({ held, root, now }: Pick<Keeper, 'held' | 'root' | 'now'>, target: RuntimeTarget): Held {
  const key = `${target.deploymentId}-${hash('sha256', target.branch).slice(0, 16)}`;
  const known = held.get(key) ?? {
    target,
    folder: join(root, key),
    files: new Map<string, Written>(),
    preparedAtMs: now(),
  };
  held.set(key, known);
  return known;
}

/** Writes the file of a configuration, where it is another one or about to end. */
async function write(
  { db, baseUrl, listensAt, now }: Issuing,
  { target, folder, files }: Held,
  config: IssuedConfig,
  key: SigningKey,
): Promise<void> {
  const issuer = baseUrl ?? (config.host === null ? listensAt?.() : `https://${config.host}`);
  if (issuer === undefined)
    throw new Error('Workload tokens need the address of the server; ORIEL_BASE_URL says it');
  const content = JSON.stringify([config, issuer, key.kid]);
  const known = files.get(config.name);
  if (known?.content === content && now() < known.endsAtMs - AHEAD_MS) return;
  const workload = { deploymentId: target.deploymentId, component: COMPONENT, region: config.region };
  const endsAtMs = now() + TOKEN_SECONDS * 1000;
  const token = await issueToken(db, { config, workload, branch: target.branch, issuer, key });
  await writeTokenFile(folder, config.name, token);
  files.set(config.name, { content, endsAtMs });
}

/** Brings the files of a runtime to its configurations. */
async function bring(issuing: Issuing, each: Held, configs: readonly IssuedConfig[]): Promise<void> {
  const names = new Set(configs.map(({ name }) => name));
  for (const name of each.files.keys()) if (!names.has(name)) each.files.delete(name);
  await keepTokenFiles(each.folder, names);
  if (configs.length === 0) return;
  const key = await issuing.signingKeys.current();
  for (const config of configs) await write(issuing, each, config, key);
}

async function prepare(keeper: Keeper, target: RuntimeTarget): Promise<Readonly<Record<string, string>>> {
  const configs = await listIssuedConfigs(keeper.db, [target.deploymentId]);
  const each = holdOf(keeper, target);
  each.preparedAtMs = keeper.now();
  // A runtime without a token answers what needs none; the next renewal tries again.
  await bring(keeper, each, configs).catch(keeper.onFault);
  const variables = configs.flatMap(({ name, audienceType, targetEnvVar }) => {
    const variable = targetEnvVar ?? LIBRARY_VARIABLES[audienceType.toLowerCase()];
    return variable === undefined ? [] : [[variable, join(each.folder, name)] as const];
  });
  return Object.fromEntries(variables);
}

async function renew(keeper: Keeper, runtimes: readonly RuntimeTarget[]): Promise<void> {
  const { db, held, now } = keeper;
  const alive = new Set(runtimes.map((target) => holdOf(keeper, target)));
  for (const [key, each] of held) {
    if (alive.has(each) || now() - each.preparedAtMs < START_MS) continue;
    held.delete(key);
    await keepTokenFiles(each.folder, new Set());
  }
  const all = [...held.values()];
  const ids = [...new Set(all.map(({ target }) => target.deploymentId))];
  const configs = await listIssuedConfigs(db, ids);
  for (const each of all) {
    const own = configs.filter(({ deploymentId }) => deploymentId === each.target.deploymentId);
    await bring(keeper, each, own).catch(keeper.onFault);
  }
}
