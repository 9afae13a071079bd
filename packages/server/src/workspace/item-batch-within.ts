import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { PreparedStatement } from '../db/prepared.ts';
import { refusalOfConstraint } from './constraint-refusals.ts';
import type { Settled } from './settled-statement.ts';
import { enterWorkspace } from './workspace-change.ts';
import type { WorkspaceScope } from './workspace-scope.ts';

/**
 * Runs the statements of items in order within the one transaction of a request with an `Idempotency-Key`, each in a savepoint of its
 * own: what fails for one takes back nothing else, and a crash takes back all of them with the answer that would have been stored. So the
 * next request with the key finds either the answer or nothing done.
 *
 * The workspace is locked `exclusive` whatever the items are: their rows stay locked until the answer is stored, and two such requests
 * that name the same items in another order would wait for each other.
 */
export async function runWithinRequest(
  db: Db,
  scope: WorkspaceScope,
  statements: readonly PreparedStatement[],
): Promise<Settled[]> {
  await sql`select ${enterWorkspace('exclusive', scope)}`.execute(db).catch((error: unknown) => {
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
