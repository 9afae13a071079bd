import { createEngine, type Engine, type RuntimeTarget } from '@oriel/engine';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { keepCurrent } from './build/current-engine.ts';
import { createRuntimeSources } from './build/runtime-sources.ts';
import { connectDatabase, ping, type Database } from './db/database.ts';
import { openDataFolder, type DataFolder } from './db/data-folder.ts';
import { migrate } from './db/migrate.ts';
import { supervisePostgres, type SupervisedPostgres } from './db/postgres-supervisor.ts';
import { createStorage, type Storage } from './db/storage.ts';
import type { DemoContent } from './demo/demo-content.ts';
import { Closers } from './closers.ts';
import { createStopping, type Stopping } from './http/stopping.ts';
import { ensureDemo } from './demo/load-demo.ts';
import { ensureBootstrapKey, installOnce, type FirstStart } from './install/first-start.ts';
import { createJobTable } from './job-table.ts';
import { startJobs } from './jobs/jobs.ts';
import { createMailRoom } from './mail/mail-room.ts';
import { createRunTools } from './notifications/run-tools.ts';
import type { ServerSettings } from './server-settings.ts';
import { createChromiumPictures } from './rendering/chromium-pictures.ts';
import { createSharedBrowser } from './rendering/shared-browser.ts';
import { createRuntimeLog, noteFaults } from './runtime-logs/runtime-log.ts';
import { createFileKeyring, createSettingKeyring, type Keyring } from './secrets/keyring.ts';
import { SettingsError } from './settings-error.ts';
import { encryptPlainVariables } from './variables/rotate-key.ts';

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
  /**
   * Answers the requests that were accepted and ends the background jobs, then stops everything, as a rule well within
   * {@link STOP_TIMEOUT_MS}: what is not answered after 3 s is cancelled.
   */
  stop(): Promise<void>;
  /** What is being stopped at the moment, for who waits for it in vain. */
  stoppingPart(): string | undefined;
}

/** A process that has not stopped by then is ended all the same: a database that hangs must not keep it. */
export const STOP_TIMEOUT_MS = 4_800;
const REQUESTS_MS = 3_000;
/** For requests that are cancelled to say so. */
const CANCELLED_MS = 300;
/** What is stopped last has what is left of this. */
const ALL_MS = 4_400;
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
  const closers = new Closers(ALL_MS);
  const stop = () => closers.close();
  try {
    const folder = await openDataFolder(settings.dataDir);
    closers.push('the data folder', () => folder.release());
    const { database, storage } = await openDatabase({ settings, folder, logger, onProgress }, closers);
    const keyring = keyringOf(settings, folder.path);
    await encryptPlainVariables(database.db, keyring);
    const { db } = database;
    const sources = createRuntimeSources({ db, dataDir: folder.path, brand: settings.brand, keyring });
    const onFailure = (target: RuntimeTarget, message: string) =>
      logger.error({ target, message }, 'A runtime failed');
    const runtimeLog = createRuntimeLog();
    const onLine = (target: RuntimeTarget, line: string) => logger.info({ target, line }, 'A runtime wrote');
    const spillDirectory = await emptySpillFolder(folder.path);
    const duckdb = { ...settings.queryLimits, spillDirectory };
    const runtimes = createEngine({
      ...settings.runtimeLimits,
      resolve: noteFaults(runtimeLog, sources.resolve),
      onFailure,
      onLine,
      onEvent: runtimeLog.note,
      duckdb,
    });
    const engine = keepCurrent(runtimes, sources);
    closers.push('the runtimes', () => engine.close());
    const firstStart = await installOnce(database.db);
    if (settings.bootstrapApiKey !== undefined)
      await ensureBootstrapKey(database.db, settings.bootstrapApiKey);
    const mailRoom = settings.mail && createMailRoom(settings.mail);
    closers.push('mail', async () => mailRoom?.close());
    const browser =
      settings.chromium === undefined ? undefined : createSharedBrowser({ path: settings.chromium });
    closers.push('the browser', async () => browser?.close());
    const drawPicture =
      browser && createChromiumPictures({ browser, db: database.db, brand: settings.brand });
    const tools = createRunTools({ ...settings, database, engine, mailRoom, drawPicture });
    const jobs = await startJobs({
      database,
      jobs: createJobTable({ ...tools, dataDir: folder.path }),
      logger,
    });
    closers.push('the background work', () => jobs.stop());
    const stopping = createStopping();
    const app = await buildApp({
      ...settings,
      dataDir: folder.path,
      database,
      engine,
      keyring,
      runtimeLog,
      jobs,
      mailRoom,
      logger,
      storage,
      stopping,
    });
    // Together with the background work: both have the whole time.
    closers.push('requests and the background work', async () => {
      await Promise.all([closeApp(app, stopping), jobs.stop()]);
    });
    const hasDemo =
      settings.demo &&
      demo !== undefined &&
      (await ensureDemo({ app, db, dataDir: folder.path, keyring, content: demo, onProgress }));
    const url = await listen(app, settings);
    return {
      url,
      app,
      database,
      engine,
      stop,
      firstStart,
      hasDemo,
      stoppingPart: () => closers.current,
      onStop: (close) => void closers.push('what was started with it', close),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The keys that encrypt secrets: of the setting, or of the data folder. */
export function keyringOf({ secretKey }: Pick<ServerSettings, 'secretKey'>, dataDir: string): Keyring {
  return secretKey === undefined ? createFileKeyring(dataDir) : createSettingKeyring(secretKey, dataDir);
}

interface OpenedDatabase {
  readonly database: Database;
  readonly storage: Storage;
}

interface DatabasePlace extends Pick<StartOptions, 'settings' | 'logger' | 'onProgress'> {
  readonly folder: DataFolder;
}

async function openDatabase(place: DatabasePlace, closers: Closers): Promise<OpenedDatabase> {
  const { settings, folder, logger, onProgress } = place;
  const { databaseUrl, diskReserveBytes: reserveBytes } = settings;
  if (databaseUrl !== undefined) {
    const storage = createStorage({ folders: [folder.path], reserveBytes });
    const database = await openOwnDatabase(databaseUrl, storage, closers);
    await migrateAndTell(database, logger);
    return { database, storage };
  }
  const postgres = await supervisePostgres({ dataDir: folder.path, logger, onProgress });
  closers.push('PostgreSQL', () => postgres.stop(closers.leftMs()));
  await ensureDatabase(postgres);
  const storage = createStorage({ folders: [folder.path, postgres.clusterDir], reserveBytes });
  const database = connectDatabase(
    { ...postgres.connection, database: DATABASE_NAME },
    { onErrorCode: storage.noteErrorCode },
  );
  closers.push('the connections to the database', () => database.close());
  await migrateAndTell(database, logger);
  return { database, storage };
}

async function openOwnDatabase(url: string, storage: Storage, closers: Closers): Promise<Database> {
  const database = connectDatabase({ connectionString: url }, { onErrorCode: storage.noteErrorCode });
  closers.push('the connections to the database', () => database.close());
  try {
    await ping(database.connection);
  } catch (cause) {
    // The address may hold a password, so only what the driver says is told.
    throw new SettingsError(
      `DATABASE_URL cannot be used: ${(cause as Error).message || (cause as NodeJS.ErrnoException).code}`,
      { cause },
    );
  }
  return database;
}

/** Brings the database to this version, and logs what it has to do without. */
async function migrateAndTell({ connection }: Database, logger: FastifyBaseLogger): Promise<void> {
  const { missing } = await migrate(connection);
  if (missing.includes('pg_trgm'))
    logger.warn(
      'The database refuses the extension pg_trgm: searches of the workspace read every name. Have its owner run CREATE EXTENSION pg_trgm, and start again',
    );
}

async function ensureDatabase(postgres: SupervisedPostgres): Promise<void> {
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

/** Answers what was accepted, refuses what comes meanwhile, and then listens no more. */
async function closeApp(app: FastifyInstance, stopping: Stopping): Promise<void> {
  await stopping.drain({ timeoutMs: REQUESTS_MS, graceMs: CANCELLED_MS });
  const closed = app.close();
  // What came at the last moment is being refused; what never asked anything would keep the server for ever.
  await Promise.race([closed, pause(CANCELLED_MS)]);
  app.server.closeAllConnections();
  await closed;
}

/** Tells programs that wait for the server where it is: `ready.json` in the data folder, written whole. */
export async function writeReadyFile(
  dataDir: string,
  content: { url: string; hostUrl?: string; apiKey?: string; pid: number },
): Promise<void> {
  await writeFile(join(dataDir, 'ready.json'), `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
}

/** What a server that was killed has left there belongs to nobody. */
async function emptySpillFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, 'spill');
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  return path;
}
