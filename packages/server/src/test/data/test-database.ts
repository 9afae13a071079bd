import { globSync } from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { tracingChannel } from 'node:diagnostics_channel';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Database } from '../../db/database.ts';
import { startEmbeddedPostgres } from '../../db/postgres/embedded-postgres.ts';
import { migrate } from '../../db/schema/migrate.ts';
import { migrationFiles } from '../../db/schema/migration-files.ts';
import { copyPreparedCluster } from './prepared-cluster.ts';

/**
 * A database of its own for one test file: a clone of a migrated template on a real PostgreSQL. The test run starts one
 * PostgreSQL for all files and names its socket folder in `ORIEL_TEST_POSTGRES`; a file that is run alone starts its
 * own.
 */
export interface TestDatabase extends Database {
  readonly connection: TestConnection;
}

export interface TestConnection {
  readonly host: string;
  readonly user: string;
  readonly port: number;
  readonly database: string;
}

/** Tells the run of the tests what time databases take. */
const traced = tracingChannel('oriel:test:database');

export async function createTestDatabase(): Promise<TestDatabase> {
  const made = await createDatabase(
    // Copies the files instead of writing each page to the log as well: a third less to do.
    async (server) => `template ${await templateOf(server)} strategy file_copy`,
  );
  const connected = connectDatabase(made.connection);
  return {
    ...connected,
    connection: made.connection,
    close: async () => {
      await connected.close();
      await made.drop();
    },
  };
}

/**
 * An empty database for data that is queried. Texts have upper and lower case beyond ASCII, and the order of Unicode.
 */
export async function createDataDatabase(): Promise<{ connection: TestConnection; drop(): Promise<void> }> {
  return createDatabase(
    async () => "template template0 locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'",
  );
}

async function createDatabase(
  settings: (server: Omit<TestConnection, 'database'>) => Promise<string>,
): Promise<{ connection: TestConnection; drop(): Promise<void> }> {
  const { connection, drop } = await traced.tracePromise(() => makeDatabase(settings), {});
  return { connection, drop: () => traced.tracePromise(drop, {}) };
}

async function makeDatabase(
  settings: (server: Omit<TestConnection, 'database'>) => Promise<string>,
): Promise<{ connection: TestConnection; drop(): Promise<void> }> {
  const shared = process.env['ORIEL_TEST_POSTGRES'];
  const cluster = shared === undefined ? await startTestPostgres() : { host: shared, stop: async () => {} };
  const server = { host: cluster.host, user: 'oriel', port: 5432 };
  const options = await settings(server);
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(server, (admin) => admin.pool.query(`create database ${database} ${options}`));
  return {
    connection: { ...server, database },
    drop: async () => {
      await withAdmin(server, (admin) => admin.pool.query(`drop database ${database} with (force)`));
      await cluster.stop();
    },
  };
}

/** A PostgreSQL of tests. */
export interface TestPostgres {
  /** The folder of its socket. */
  readonly host: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for tests: the same program as in production, without waiting for the disk, since nobody will miss the
 * data.
 *
 * @param cacheDir keeps a cluster that has the migrated template already, and is copied; default: the cluster is made
 * anew
 */
export async function startTestPostgres(cacheDir?: string): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriel-test-'));
  // mkdtemp makes a private folder, but the database may have to run as another user than the tests.
  await chmod(dataDir, 0o755);
  if (cacheDir !== undefined) {
    const prepare = async () => {
      const first = await startIn(dataDir);
      await ensureTemplate({ host: first.host, user: 'oriel', port: 5432 });
      await first.end();
    };
    await copyPreparedCluster({ dataDir, cacheDir, key: await migrationsHash(), prepare });
  }
  const { host, end } = await startIn(dataDir);
  return {
    host,
    stop: async () => {
      await end();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function startIn(dataDir: string): Promise<{ host: string; end(): Promise<void> }> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    // A run that is interrupted takes it with it, and not before its tests.
    isDetached: true,
    // Several test files at a time have connections, and some of them several servers.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '120' },
  });
  return { host: postgres.connection.host, end: () => postgres.stop() };
}

/** The templates that this process has seen, by the folder of the socket. */
const templates = new Map<string, Promise<string>>();

async function templateOf(server: Omit<TestConnection, 'database'>): Promise<string> {
  const known = templates.get(server.host) ?? ensureTemplate(server);
  templates.set(server.host, known);
  return known;
}

/** The template's name changes with the migrations, so that a changed file is never tested on an old database. */
async function ensureTemplate(connection: { host: string; user: string; port: number }): Promise<string> {
  const name = `template_${await migrationsHash()}`;
  await withAdmin(connection, async (admin) => {
    const client = await admin.pool.connect();
    try {
      await client.query('select pg_advisory_lock(1)');
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
      if (rowCount === 0) await makeTemplate(connection, client, name);
    } finally {
      await client.query('select pg_advisory_unlock(1)');
      client.release();
    }
  });
  return name;
}

async function makeTemplate(
  connection: { host: string; user: string; port: number },
  client: { query(sql: string): Promise<unknown> },
  name: string,
): Promise<void> {
  await client.query(`create database ${name}_unfinished`);
  const unfinished = connectDatabase({ ...connection, database: `${name}_unfinished`, max: 1 });
  // The whole application is loaded where a template is made, and nowhere else.
  const { applicationTables } = await import('../../application-tables.ts');
  await migrate(unfinished.connection, applicationTables);
  await unfinished.close();
  await client.query(`alter database ${name}_unfinished rename to ${name}`);
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256');
  const source = join(import.meta.dirname, '../..');
  const tableFiles = globSync('**/*-tables.ts', { cwd: source })
    .sort()
    .map((file) => join(source, file));
  for (const file of await migrationFiles())
    hash.update(await readFile(join(import.meta.dirname, '../../db/migrations', file)));
  // Triggers are made from it after the migrations.
  hash.update(await readFile(join(import.meta.dirname, '../../db/schema/audit-triggers.ts')));
  for (const file of tableFiles) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

async function withAdmin<T>(
  connection: { host: string; user: string; port: number },
  work: (admin: Database) => Promise<T>,
): Promise<T> {
  const admin = connectDatabase({ ...connection, database: 'postgres', max: 1 });
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}
