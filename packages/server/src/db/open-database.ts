import type { FastifyBaseLogger } from 'fastify';
import { connectDatabase, ping, type Database } from './database.ts';
import { migrate } from './schema/migrate.ts';
import type { SupervisedPostgres } from './postgres/postgres-supervisor.ts';
import type { Storage } from './storage.ts';
import type { TableRules } from './schema/table-rules.ts';
import { SettingsError } from '../settings-error.ts';

/** Where the database is. */
interface DatabasePlace {
  /** The address of a database; undefined for the embedded one. */
  readonly settings: { readonly databaseUrl: string | undefined };
  /** The embedded one; undefined where the settings name another. */
  readonly postgres: SupervisedPostgres | undefined;
  readonly storage: Pick<Storage, 'noteErrorCode'>;
  readonly logger: FastifyBaseLogger;
  /** Of every table. */
  readonly rules: TableRules;
}

const DATABASE_NAME = 'oriel';

/**
 * Connects to the database of a server and brings it to this version.
 *
 * @throws {@link SettingsError} where the database of the settings cannot be used
 */
export async function openDatabase({
  settings,
  postgres,
  storage,
  logger,
  rules,
}: DatabasePlace): Promise<Database> {
  if (postgres) await ensureDatabase(postgres);
  const database = connectDatabase(
    postgres
      ? { ...postgres.connection, database: DATABASE_NAME }
      : { connectionString: settings.databaseUrl },
    { onErrorCode: storage.noteErrorCode },
  );
  try {
    if (!postgres) await checkConnection(database);
    await migrateAndTell(database, rules, logger);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
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
async function migrateAndTell(
  { connection }: Database,
  rules: TableRules,
  logger: FastifyBaseLogger,
): Promise<void> {
  const { missing } = await migrate(connection, rules);
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
