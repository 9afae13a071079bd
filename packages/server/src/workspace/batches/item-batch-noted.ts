import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { currentOutcomes, nameOfItem, runItem } from '../../db/item-outcomes.ts';
import type { PreparedStatement } from '../../db/statements/prepared.ts';
import { refusalOfConstraint } from '../items/constraint-refusals.ts';
import type { ItemChanges, ItemStatement } from './item-changes.ts';
import type { Settled } from './settled-statement.ts';
import { enterWorkspace } from './workspace-change.ts';

/**
 * Runs the statements of the items of a request with an `Idempotency-Key` in order, each in a transaction of its own
 * together with what it answers, by the locks of a batch without a key. An item with an outcome from before is left as
 * it is, so that the request, sent again after a crash, does what is left to do.
 *
 * @param first is run where nothing was done before
 * @throws the refusal of a caller who may do less by now
 */
export async function runNotedBatch(
  db: Db,
  { scope, lock }: ItemChanges,
  items: readonly ItemStatement[],
  first: readonly PreparedStatement[],
): Promise<Settled[]> {
  const run = async ({ text, values }: PreparedStatement) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  };
  if (currentOutcomes()?.known.size === 0) for (const statement of first) await run(statement);
  const settled: Settled[] = [];
  for (const { item, statement } of items) {
    let refusal: unknown;
    const [result] = await Promise.allSettled([
      runItem(db, nameOfItem(item), async () => {
        // What is written is flushed for all items at the end.
        await sql`select ${enterWorkspace(lock, scope)}, set_config('synchronous_commit', 'off', true)`
          .execute(db)
          .catch((error: unknown) => {
            refusal = refusalOfConstraint(error, {});
            throw error;
          });
        return run(statement);
      }),
    ]);
    if (refusal !== undefined) throw refusal;
    settled.push(result);
  }
  await sql`select fold_folder_changes(${scope.deploymentId}), pg_logical_emit_message(true, 'oriel', '')`.execute(
    db,
  );
  return settled;
}
