import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeOwnDirectory } from './own-directory.ts';
import { choosePostgresPlace, type PostgresPlace } from './postgres-place.ts';

const run = promisify(execFile);

const SUPERUSER = 'oriel';
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

export interface EmbeddedPostgres {
  /** How to reach it: a unix socket in a folder that only the database's own user may enter. */
  readonly connection: { host: string; user: string; port: number };
  /** Ends it by a fast shutdown: open transactions are rolled back, what was committed is on disk. */
  stop(): Promise<void>;
  /** Settles when the process ends, for any reason. */
  readonly exited: Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The data folder of Oriel; the cluster lies in `postgres/` in it. */
  dataDir: string;
  /** Server settings beyond the defaults, such as `{ fsync: 'off' }` for tests whose data nobody will miss. */
  settings?: Readonly<Record<string, string>>;
  onProgress?: (message: string) => void;
}

/**
 * Starts our own PostgreSQL as a child process: on a unix socket, without a TCP port, and never as root.
 *
 * The cluster is made the first time. A server that was left behind by a killed Oriel is ended first, so the
 * caller must hold the lock of the data folder.
 *
 * @throws a plain error with the server's own output when it cannot be started.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = await choosePostgresPlace(options.dataDir);
  await endLeftover(place.clusterDir);
  if (!(await exists(join(place.clusterDir, 'PG_VERSION')))) {
    options.onProgress?.('Preparing the database');
    await createCluster(place);
  }
  return launch(place, options.settings ?? {});
}

async function createCluster(place: PostgresPlace): Promise<void> {
  await makeOwnDirectory(place.clusterDir, place.user);
  const args = [
    '-D',
    place.clusterDir,
    '-U',
    SUPERUSER,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  await run(place.binaries.initdb, args, processOptions(place));
}

async function launch(
  place: PostgresPlace,
  settings: Readonly<Record<string, string>>,
): Promise<EmbeddedPostgres> {
  await makeOwnDirectory(place.socketDir, place.user);
  const all = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '60',
    timezone: 'UTC',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', place.clusterDir, '-k', place.socketDir, ...flags];
  const child = spawn(place.binaries.postgres, args, {
    ...processOptions(place),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = collectOutput(child);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const connection = { host: place.socketDir, user: SUPERUSER, port: 5432 };
  await waitUntilReady(child, connection, output);
  return {
    connection,
    exited,
    stop: async () => {
      child.kill('SIGINT');
      await exited;
      if (place.isSocketDirTemporary) await rm(place.socketDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(
  child: ChildProcess,
  connection: EmbeddedPostgres['connection'],
  output: () => string,
): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The embedded PostgreSQL ended at once: ${output()}`);
    if (await answers(connection)) return;
    if (Date.now() > deadline) throw new Error(`The embedded PostgreSQL did not get ready: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function answers(connection: EmbeddedPostgres['connection']): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  // A client that fails to connect reports the failure a second time as an event.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Ends a server that an Oriel which was killed left running on the cluster. */
async function endLeftover(clusterDir: string): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid))) return rm(pidFile, { force: true });
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Whether the process of that number is a PostgreSQL: the number may have been given to another program since. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function processOptions(place: PostgresPlace): {
  cwd: string;
  uid?: number;
  gid?: number;
  env: NodeJS.ProcessEnv;
} {
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
  // The working directory must be one that the unprivileged user may enter.
  return { cwd: place.binaries.directory, env, ...place.user };
}

const MAX_OUTPUT_CHARACTERS = 4000;

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-MAX_OUTPUT_CHARACTERS);
  });
  return () => text.trim();
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
