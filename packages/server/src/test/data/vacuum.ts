import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';

const MOST_TIMES = 100;

/**
 * Vacuums until every row is known to be visible to all, so that plans and the rows that they read are the same each
 * time. A transaction that is open meanwhile, of a job or of a connection that has just been made, keeps its snapshot,
 * and index-only scans would read rows that they need not read.
 *
 * @throws where a transaction stays open for ten seconds
 */
export async function vacuum({ pool }: Pick<Database, 'pool'>): Promise<void> {
  for (let times = 0; times < MOST_TIMES; times += 1) {
    await pool.query('vacuum analyze');
    const { rows } = await pool.query(
      `select from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relallvisible < relpages`,
    );
    if (rows.length === 0) return;
    await setTimeout(100);
  }
  throw new Error('A transaction stays open, so rows cannot be vacuumed');
}
