import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { PreparedStatement } from '../../db/statements/prepared.ts';
import { refusalOfConstraint } from '../items/constraint-refusals.ts';
import type { ItemChanges } from './item-changes.ts';
import type { Settled } from './settled-statement.ts';
import { enterWorkspace } from './workspace-change.ts';

/**
 * Runs the statements of one item within the one transaction of a request with an `Idempotency-Key`, each in a
 * savepoint of its own, so that one that fails takes back nothing else. A crash takes back all of them with the answer
 * that would have been stored: the next request with the key finds either the answer or nothing done.
 */
export async function runWithinRequest(
  db: Db,
  { scope, lock }: ItemChanges,
  statements: readonly PreparedStatement[],
): Promise<Settled[]> {
  await sql`select ${enterWorkspace(lock, scope)}`.execute(db).catch((error: unknown) => {
    throw refusalOfConstraint(error, {}) ?? error;
  });
  const settled: Settled[] = [];
  for (const { text, values } of statements)
    settled.push(
      ...(await Promise.allSettled([
        // A transaction within the request's is a savepoint of it.
        db.transaction().execute((tx) => tx.executeQuery(CompiledQuery.raw(text, values))),
      ])),
    );
  return settled;
}
