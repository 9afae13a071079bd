import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { toPrepared, type PreparedStatement } from '../../db/statements/prepared.ts';
import { beginAsCaller } from '../../db/request-context.ts';
import { sendTogether } from '../../db/statements/send-together.ts';
import { refusalOfConstraint } from '../items/constraint-refusals.ts';
import type { ItemChanges } from './item-changes.ts';
import { enterWorkspace } from './workspace-change.ts';

/** For what another transaction holds: longer would be time in which this one holds all of its rows. */
const LOCK_TIMEOUT = '5ms';

/**
 * Runs the statements of a batch as one transaction, sent at once, and answers when it is on disk. It holds the rows of
 * many items until its end, so it waits for those of others hardly at all. Triggers that count do so for each
 * statement.
 *
 * @returns the rows of each statement; undefined where the database has failed one of them, and nothing was done
 * @throws the refusal of a caller who may do less by now; what the database says to all of them, where it is away
 */
export async function runTogether(
  { pipelined, db }: Pick<Database, 'pipelined' | 'db'>,
  { scope, lock }: ItemChanges,
  statements: readonly PreparedStatement[],
): Promise<(readonly unknown[])[] | undefined> {
  const enter = sql`select ${enterWorkspace(lock, scope)}, set_config('lock_timeout', ${LOCK_TIMEOUT}, true),
    set_config('oriel.files_many', 'together', true)`;
  const client = await pipelined.connect();
  let isClean = false;
  try {
    const [begun, entered, ...rest] = await sendTogether(client, [
      beginAsCaller(),
      toPrepared(db, enter),
      ...statements,
      'commit',
    ]);
    const committed = rest.pop();
    for (const each of [begun, committed]) if (each?.status === 'rejected') throw each.reason;
    isClean = true;
    if (entered?.status === 'rejected') throw refusalOfConstraint(entered.reason, {}) ?? entered.reason;
    return rowsOf(rest);
  } finally {
    // A connection on which a transaction may be open is not used again.
    client.release(!isClean);
  }
}

function rowsOf(
  results: readonly PromiseSettledResult<pg.QueryResult>[],
): (readonly unknown[])[] | undefined {
  const rows: (readonly unknown[])[] = [];
  for (const result of results) {
    if (result.status === 'fulfilled') rows.push(result.value.rows as unknown[]);
    else if (result.reason instanceof pg.DatabaseError) return undefined;
    else throw result.reason;
  }
  return rows;
}
