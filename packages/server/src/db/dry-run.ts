import type { Db } from './database.ts';
import { currentContext, hasOuterTransaction, runInContext } from './request-context.ts';

/**
 * Runs work and takes back whatever it has changed. Its transactions are savepoints of one that is rolled back, so each
 * sees what those before it did, and meets the same refusals as in earnest; their locks are held until the end.
 */
export async function runDry<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const run = async () => {
    const tx = await db.startTransaction().execute();
    try {
      return await work();
    } finally {
      await tx.rollback().execute();
    }
  };
  if (hasOuterTransaction()) return run();
  const caller = currentContext()?.caller ?? '';
  return runInContext({ caller, outer: { connection: undefined } }, run);
}
