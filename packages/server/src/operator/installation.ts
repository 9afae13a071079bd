import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase, type Database } from '../db/database.ts';
import { openDataFolder, type DataFolder } from '../db/postgres/data-folder.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/postgres/embedded-postgres.ts';
import { migrate } from '../db/schema/migrate.ts';
import { choosePostgresLayout } from '../db/postgres/postgres-layout.ts';
import { createFileKeyring, createSettingKeyring, type Keyring } from '../secrets/keyring.ts';
import { SettingsError } from '../settings-error.ts';

/** Where an installation is, as the server's own settings say it. */
export interface InstallationPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly secretKey: string | undefined;
}

/** What commands of its operator work on. */
interface Installation {
  readonly database: Database;
  readonly keyring: Keyring;
}

/** What the server names its database. */
const DATABASE_NAME = 'oriel';

/**
 * Opens an installation for some work, whether its server runs or not: the database of the setting, the embedded one of
 * a server that runs, or else the embedded one, started for the work.
 *
 * @throws {@link SettingsError} where there is no installation, or its database cannot be reached
 */
export async function withInstallation<T>(
  place: InstallationPlace,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (place.databaseUrl === undefined) await checkCluster(place.dataDir);
  const folder = await lockFolder(place.dataDir);
  let postgres: EmbeddedPostgres | undefined;
  let database: Database | undefined;
  try {
    if (place.databaseUrl === undefined && folder) postgres = await startEmbeddedPostgres(place);
    database = connectDatabase(
      place.databaseUrl === undefined
        ? {
            ...(postgres?.connection ?? (await runningConnection(place.dataDir))),
            database: DATABASE_NAME,
            max: 2,
          }
        : { connectionString: place.databaseUrl, max: 2 },
    );
    await prepare(database, folder !== undefined);
    const keyring =
      place.secretKey === undefined
        ? createFileKeyring(place.dataDir)
        : createSettingKeyring(place.secretKey, place.dataDir);
    return await work({ database, keyring });
  } finally {
    await database?.close();
    await postgres?.stop();
    await folder?.release();
  }
}

const NOTHING_THERE = 'There is no installation yet; start the server once';

/** Looks before anything is made. */
async function checkCluster(dataDir: string): Promise<void> {
  const { clusterDir } = await choosePostgresLayout(dataDir);
  if (!(await stat(join(clusterDir, 'PG_VERSION')).catch(() => undefined)))
    throw new SettingsError(NOTHING_THERE);
}

/** Undefined while a server has it. */
async function lockFolder(dataDir: string): Promise<DataFolder | undefined> {
  return openDataFolder(dataDir).catch((error: unknown) => {
    if (error instanceof SettingsError && error.message.includes('in use by another Oriel')) return undefined;
    throw error;
  });
}

/** The socket of the embedded database of a server that runs. */
async function runningConnection(dataDir: string): Promise<{ host: string; user: string; port: number }> {
  const { socketDir, isSocketDirTemporary } = await choosePostgresLayout(dataDir);
  if (isSocketDirTemporary)
    throw new SettingsError('The database of the server that runs cannot be found; stop the server first');
  return { host: socketDir, user: 'oriel', port: 5432 };
}

/** A server that runs has brought its database up to date itself. */
async function prepare(database: Database, isOurs: boolean): Promise<void> {
  try {
    if (isOurs) {
      // Every part of the application is loaded with its tables, which nothing else here needs.
      const { applicationTables } = await import('../application-tables.ts');
      await migrate(database.connection, applicationTables);
    }
    const tenants = await database.db.selectFrom('tenants').select('id').limit(1).execute();
    if (tenants.length > 0) return;
  } catch (cause) {
    // The address may hold a password, so only what the driver says is told.
    throw new SettingsError(`The database cannot be used: ${(cause as Error).message}`, { cause });
  }
  throw new SettingsError(NOTHING_THERE);
}
