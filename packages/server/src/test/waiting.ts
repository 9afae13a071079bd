import { setImmediate, setTimeout } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Begins a piece of work inside a transaction that changes the same rows and has not ended: the work has looked around
 * and waits. Then the transaction commits, and the work goes on in a world that has changed meanwhile.
 */
export async function overtake<T>(
  pool: pg.Pool,
  [statement, values]: [string, unknown[]],
  work: () => Promise<T>,
): Promise<T> {
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(statement, values);
    const pending = work();
    await untilWaiting(pool, pending);
    await other.query('commit');
    return await pending;
  } finally {
    other.release(true);
  }
}

const POLL_MS = 20;
const never = new Promise<boolean>(() => {});

/**
 * Settles when some statement of the database waits for a lock, at the latest when the work, if there is any, is done.
 */
export async function untilWaiting(pool: pg.Pool, work?: Promise<unknown>): Promise<void> {
  const done = work === undefined ? never : Promise.allSettled([work]).then(() => true);
  while (!(await Promise.race([done, isAnyWaiting(pool)]))) await setImmediate();
}

async function isAnyWaiting(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount !== 0;
}

const PATIENCE_MS = 120_000;

/**
 * Settles once the condition holds, which is asked again and again.
 *
 * @throws after two minutes, so that a test that waits in vain ends
 */
export async function untilTrue(condition: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > endsAt) throw new Error(`Not true within ${PATIENCE_MS} ms: ${condition}`);
    await setTimeout(POLL_MS);
  }
}
