import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../db/postgres/embedded-postgres.ts';
import { killPostgres } from './killing.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { untilTrue } from '../waiting.ts';

/** The whole application on a PostgreSQL that waits for the disk as in production, and that can die. */
export interface DurableApp {
  readonly testApp: TestApp;
  /** Kills the database as a power cut does, and starts it again; settles when the application reaches it. */
  die(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a database of its own and the application on it. The other tests of the file use the same database. */
export async function createDurableApp(): Promise<DurableApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriel-durable-'));
  await chmod(dataDir, 0o755);
  // What nobody waits for stays in memory, for longer than a test runs.
  const start = () => startEmbeddedPostgres({ dataDir, settings: { wal_writer_delay: '10s' } });
  let postgres: EmbeddedPostgres = await start();
  const shared = process.env['ORIEL_TEST_POSTGRES'];
  process.env['ORIEL_TEST_POSTGRES'] = postgres.connection.host;
  const testApp = await createTestApp();
  const answers = () =>
    testApp.database.pool.query('select 1').then(
      () => true,
      () => false,
    );
  return {
    testApp,
    async die() {
      await killPostgres(postgres, dataDir);
      postgres = await start();
      // The connections of the server wait for it in the background.
      await untilTrue(answers);
    },
    async close() {
      await testApp.close();
      if (shared === undefined) delete process.env['ORIEL_TEST_POSTGRES'];
      else process.env['ORIEL_TEST_POSTGRES'] = shared;
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
