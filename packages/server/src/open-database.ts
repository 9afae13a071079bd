import type { FastifyBaseLogger } from 'fastify';
import type { Closers } from './closers.ts';
import { connectDatabase, ping, type Database } from './db/database.ts';
import type { DataFolder } from './db/data-folder.ts';
import { migrate } from './db/migrate.ts';
import type { SupervisedPostgres } from './db/postgres-supervisor.ts';
import { createStorage, type Storage } from './db/storage.ts';
import type { ServerSettings } from './server-settings/server-settings.ts';
import { SettingsError } from './settings-error.ts';

/** The database of a server, migrated, and the watch over the disks that it writes to. */
export interface OpenedDatabase {
  readonly database: Database;
  readonly storage: Storage;
}

/** Where the database is, and who closes it. */
export interface DatabasePlace {
  readonly settings: Pick<ServerSettings, 'databaseUrl' | 'diskReserveBytes'>;
  readonly folder: Pick<DataFolder, 'path'>;
  /** The embedded one; undefined where the settings name another. */
  readonly postgres: SupervisedPostgres | undefined;
  readonly closers: Closers;
  readonly logger: FastifyBaseLogger;
}

const DATABASE_NAME = 'oriel';

/**
 * Connects to the database of a server and brings it to this version.
 *
 * @throws {@link SettingsError} where the database of the settings cannot be used
 */
export async function openDatabase(place: DatabasePlace): Promise<OpenedDatabase> {
  const { settings, folder, postgres, closers, logger } = place;
  const folders = postgres ? [folder.path, postgres.clusterDir] : [folder.path];
  const storage = createStorage({ folders, reserveBytes: settings.diskReserveBytes });
  if (postgres) await ensureDatabase(postgres);
  const database = connectDatabase(
    postgres
      ? { ...postgres.connection, database: DATABASE_NAME }
      : { connectionString: settings.databaseUrl },
    { onErrorCode: storage.noteErrorCode },
  );
  closers.push('the connections to the database', () => database.close());
  if (!postgres) await checkConnection(database);
  await migrateAndTell(database, logger);
  return { database, storage };
}

async function checkConnection({ connection }: Database): Promise<void> {
  try {
    await ping(connection);
  } catch (cause) {
    // The address may hold a password, so only what the driver says is told.
    throw new SettingsError(
      `DATABASE_URL cannot be used: ${(cause as Error).message || (cause as NodeJS.ErrnoException).code}`,
      { cause },
    );
  }
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
