import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';

/** The line of PostgreSQL's `postmaster.pid` that names the folder of its socket. */
const SOCKET_DIR_LINE = 4;

/**
 * Works on the embedded database of a running installation, for what a test needs and no operation sets yet.
 *
 * @param dataDir its data folder, which any user may enter
 */
export async function withInstalledDatabase<Result>(
  dataDir: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const host = lines[SOCKET_DIR_LINE] ?? '';
  const database = connectDatabase({ host, user: 'oriel', port: 5432, database: 'oriel' });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}
