import { createEngine, type Engine, type RuntimeTarget } from '@oriel/engine';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { keepCurrent } from './build/current-engine.ts';
import { createRuntimeSources } from './build/runtime-sources.ts';
import { connectDatabase, type Database } from './db/database.ts';
import { openDataFolder, type DataFolder } from './db/data-folder.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './db/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import type { DemoContent } from './demo/demo-content.ts';
import { ensureDemo } from './demo/load-demo.ts';
import { ensureBootstrapKey, installOnce, type FirstStart } from './install/first-start.ts';
import { createJobTable } from './jobs/job-table.ts';
import { startJobs } from './jobs/jobs.ts';
import { SettingsError, type ServerSettings } from './server-settings.ts';

export interface RunningServer {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly engine: Engine;
  /** What the very first start of the data folder has to tell. */
  readonly firstStart: FirstStart | undefined;
  readonly hasDemo: boolean;
  /** Has something else stopped with the server, before it. */
  onStop(close: () => Promise<void>): void;
  /** Finishes the requests in flight, then stops everything, within {@link STOP_TIMEOUT_MS}. */
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 10_000;
const DATABASE_NAME = 'oriel';

export interface StartOptions {
  settings: ServerSettings;
  logger: FastifyBaseLogger;
  onProgress(message: string): void;
  /** The demo's content, where there is one to fill an empty installation with. */
  demo?: DemoContent | undefined;
}

/**
 * Starts a whole server: data folder, database, engine, HTTP.
 *
 * @throws an error with one clear sentence when the folder, the database address or the port cannot be used
 */
export async function startServer({
  settings,
  logger,
  onProgress,
  demo,
}: StartOptions): Promise<RunningServer> {
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const folder = await openDataFolder(settings.dataDir);
    closers.push(() => folder.release());
    const database = await openDatabase(settings, folder, onProgress, closers);
    const sources = createRuntimeSources({ db: database.db, dataDir: folder.path, brand: settings.brand });
    const onFailure = (target: RuntimeTarget, message: string) =>
      logger.error({ target, message }, 'A runtime failed');
    const engine = keepCurrent(createEngine({ resolve: sources.resolve, onFailure }), sources);
    closers.push(() => engine.close());
    const firstStart = await installOnce(database.db);
    if (settings.bootstrapApiKey !== undefined)
      await ensureBootstrapKey(database.db, settings.bootstrapApiKey);
    const jobs = await startJobs({ database, jobs: createJobTable(database), logger });
    closers.push(() => jobs.stop());
    const app = await buildApp({ ...settings, dataDir: folder.path, database, engine, jobs, logger });
    // Together with the background work, which then stops at once: both have the whole time.
    closers.push(async () => void (await Promise.all([closeWithin(app, STOP_TIMEOUT_MS), jobs.stop()])));
    const hasDemo =
      settings.demo &&
      demo !== undefined &&
      (await ensureDemo({ app, db: database.db, dataDir: folder.path, content: demo, onProgress }));
    const url = await listen(app, settings);
    return {
      url,
      app,
      database,
      engine,
      stop,
      firstStart,
      hasDemo,
      onStop: (close) => void closers.push(close),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabase(
  settings: ServerSettings,
  folder: DataFolder,
  onProgress: (message: string) => void,
  closers: (() => Promise<void>)[],
): Promise<Database> {
  if (settings.databaseUrl !== undefined) return openOwnDatabase(settings.databaseUrl, closers);
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, onProgress });
  closers.push(() => postgres.stop());
  await ensureDatabase(postgres);
  const database = connectDatabase({ ...postgres.connection, database: DATABASE_NAME });
  closers.push(() => database.close());
  await migrate(database.pool);
  return database;
}

async function openOwnDatabase(url: string, closers: (() => Promise<void>)[]): Promise<Database> {
  const database = connectDatabase({ connectionString: url });
  closers.push(() => database.close());
  try {
    await database.pool.query('select 1');
  } catch (cause) {
    // The address may hold a password, so only what the driver says is told.
    throw new SettingsError(
      `DATABASE_URL cannot be used: ${(cause as Error).message || (cause as NodeJS.ErrnoException).code}`,
      { cause },
    );
  }
  await migrate(database.pool);
  return database;
}

async function ensureDatabase(postgres: EmbeddedPostgres): Promise<void> {
  const admin = connectDatabase({ ...postgres.connection, database: 'postgres', max: 1 });
  try {
    const { rowCount } = await admin.pool.query('select 1 from pg_database where datname = $1', [
      DATABASE_NAME,
    ]);
    if (rowCount === 0) await admin.pool.query(`create database ${DATABASE_NAME}`);
  } finally {
    await admin.close();
  }
}

async function listen(app: FastifyInstance, settings: ServerSettings): Promise<string> {
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new SettingsError(`Port ${settings.port} is in use; choose another with --port`, { cause });
    if (code === 'EACCES')
      throw new SettingsError(`Port ${settings.port} may not be used by this user; choose one above 1023`, {
        cause,
      });
    throw new SettingsError(
      `The server cannot listen on ${settings.host}:${settings.port}: ${(cause as Error).message}`,
      { cause },
    );
  }
  if (settings.baseUrl !== undefined) return settings.baseUrl;
  // A listening TCP server has an address with a port.
  const { port } = app.server.address() as AddressInfo;
  return `${settings.tls ? 'https' : 'http'}://${settings.host}:${port}`;
}

async function closeWithin(app: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  await app.close();
  clearTimeout(timer);
}

/** Tells programs that wait for the server where it is: `ready.json` in the data folder, written whole. */
export async function writeReadyFile(
  dataDir: string,
  content: { url: string; hostUrl?: string; apiKey?: string; pid: number },
): Promise<void> {
  await writeFile(join(dataDir, 'ready.json'), `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
}
