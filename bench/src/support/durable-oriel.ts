import { startEmbeddedPostgres } from '@oriel/server';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDatabase } from './floor-process.ts';
import { startOrielProcess, type OrielProcess } from './oriel-process.ts';

/** Oriel in a process of its own, and how a floor reaches the same PostgreSQL, which waits for the disk. */
export interface DurableOriel {
  readonly oriel: OrielProcess;
  readonly connection: { host: string; user: string; database: string };
}

/** Runs a measurement on a {@link DurableOriel} without the demo, and removes it afterwards. */
export async function withDurableOriel<T>(measure: (durable: DurableOriel) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: directory });
  try {
    const connection = { ...postgres.connection, database: 'oriel' };
    await makeDatabase(postgres.connection);
    const { user, host } = connection;
    const databaseUrl = `postgres://${user}@/oriel?host=${encodeURIComponent(host)}`;
    const oriel = await startOrielProcess(['--no-demo', '--database-url', databaseUrl]);
    try {
      return await measure({ oriel, connection });
    } finally {
      await oriel.stop();
    }
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
