import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeOwnDirectory } from './own-directory.ts';
import { endLeftovers } from './postgres-leftovers.ts';
import { choosePostgresLayout, type PostgresLayout } from './postgres-layout.ts';

const run = promisify(execFile);

const SUPERUSER = 'oriel';
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** One process of our own PostgreSQL. */
export interface EmbeddedPostgres {
  /** How to reach it: a unix socket in a folder that only the database's own user may enter. */
  readonly connection: { host: string; user: string; port: number };
  /** The folder of its data. */
  readonly clusterDir: string;
  /**
   * Ends it by a fast shutdown: open transactions are rolled back, what was committed is on disk. One that takes longer
   * than `timeoutMs` (default: for ever) is ended at once, and recovers at its next start.
   */
  stop(timeoutMs?: number): Promise<void>;
  /** Tells it to end at once, without waiting for it. What was committed is found again at the next start. */
  abort(): void;
  /** Settles when the process ends, for any reason, with its last output. */
  readonly exited: Promise<string>;
  /**
   * Starts it again after it has ended, in the same layout. Not waited for until it is ready: it may have much to
   * recover.
   *
   * @throws a plain error where its folders cannot be prepared
   */
  restart(): Promise<EmbeddedPostgres>;
}

/** Where the cluster lies and how its server runs. */
export interface EmbeddedPostgresOptions {
  /** The data folder of Oriel; the cluster lies in `postgres/` in it. */
  dataDir: string;
  /** Server settings beyond the defaults, such as `{ fsync: 'off' }` for tests, which lose no data of value. */
  settings?: Readonly<Record<string, string>>;
  /**
   * Whether signals of the terminal pass it by, for an owner who stops it in order; it ends with its owner. Default
   * false.
   */
  isDetached?: boolean;
  onProgress?: (message: string) => void;
  /** Told at the first start that its process runs and is not ready yet: there is time for other work. */
  onLaunch?: () => void;
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
  const layout = await choosePostgresLayout(options.dataDir);
  await endLeftovers(layout.clusterDir);
  if (!(await exists(join(layout.clusterDir, 'PG_VERSION')))) {
    options.onProgress?.('Preparing the database');
    await createCluster(layout);
  }
  const postgres = await launch(layout, options);
  options.onLaunch?.();
  try {
    await waitUntilReady(postgres);
  } catch (error) {
    postgres.abort();
    throw error;
  }
  return postgres;
}

async function createCluster(layout: PostgresLayout): Promise<void> {
  await makeOwnDirectory(layout.clusterDir, layout.user);
  const args = [
    '-D',
    layout.clusterDir,
    '-U',
    SUPERUSER,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  await run(layout.binaries.initdb, args, processOptions(layout));
}

async function launch(layout: PostgresLayout, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, isDetached = false } = options;
  await makeOwnDirectory(layout.socketDir, layout.user);
  const all = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '60',
    timezone: 'UTC',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', layout.clusterDir, '-k', layout.socketDir, ...flags];
  const child = spawn(layout.binaries.postgres, args, {
    ...processOptions(layout),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: isDetached,
  });
  const exited = exitOf(child);
  const abort = () => void child.kill('SIGQUIT');
  if (isDetached) {
    // Signals do not end it, so whatever ends this process does.
    process.once('exit', abort);
    void exited.then(() => process.off('exit', abort));
  }
  return {
    connection: { host: layout.socketDir, user: SUPERUSER, port: 5432 },
    clusterDir: layout.clusterDir,
    exited,
    restart: async () => {
      await endLeftovers(layout.clusterDir);
      return launch(layout, options);
    },
    abort,
    stop: async (timeoutMs) => {
      child.kill('SIGINT');
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGQUIT'), timeoutMs);
      await exited;
      clearTimeout(timer);
      if (layout.isSocketDirTemporary) await rm(layout.socketDir, { recursive: true, force: true });
    },
  };
}

function exitOf(child: ChildProcess): Promise<string> {
  const output = collectOutput(child);
  return new Promise((resolve) => {
    child.once('exit', () => resolve(output()));
    child.once('error', (error) => resolve(error.message));
  });
}

async function waitUntilReady({ connection, exited }: EmbeddedPostgres): Promise<void> {
  let output: string | undefined;
  void exited.then((text) => (output = text));
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(connection))) {
    if (output !== undefined) throw new Error(`The embedded PostgreSQL ended at once: ${output}`);
    if (performance.now() > deadline)
      throw new Error(`The embedded PostgreSQL did not get ready within ${START_TIMEOUT_MS / 1000} s`);
    await pause(POLL_MS);
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

function processOptions(layout: PostgresLayout): {
  cwd: string;
  uid?: number;
  gid?: number;
  env: NodeJS.ProcessEnv;
} {
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
  // The working directory must be one that the unprivileged user may enter.
  return { cwd: layout.binaries.directory, env, ...layout.user };
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
