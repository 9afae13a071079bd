import type { RawBuilder } from 'kysely';
import type { UserPrincipal } from '../access/principal.ts';
import type { Database } from '../db/database.ts';
import { toPrepared } from '../db/statements/prepared.ts';
import { beginAsCaller } from '../db/request-context.ts';
import { sendTogether } from '../db/statements/send-together.ts';
import { enterAccount, refusalFor } from './account-change.ts';
import type { AccountConflict } from './account-refusals.ts';

/**
 * Runs a change that takes nothing away and is a single statement, with all of its transaction sent at once. A request
 * that has an outer transaction cannot have one of its own.
 *
 * @returns the rows of the statement, when they are on disk
 * @throws what `changeAccount` throws
 */
export async function changeAccountAtOnce<Row>(
  { db, pipelined }: Pick<Database, 'db' | 'pipelined'>,
  actor: UserPrincipal,
  conflict: AccountConflict,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const enter = toPrepared(db, enterAccount(actor, false));
  const client = await pipelined.connect();
  let isClean = false;
  try {
    const settled = await sendTogether(client, [
      beginAsCaller(),
      enter,
      toPrepared(db, statement),
      'commit',
    ] as const);
    const [begun, , changed, committed] = settled;
    if (begun.status === 'rejected' || committed.status === 'rejected')
      throw settled.find((each) => each.status === 'rejected')?.reason;
    isClean = true;
    // The first that failed is why; what came after it was refused for that.
    for (const each of settled) if (each.status === 'rejected') throw refusalFor(each.reason, conflict);
    if (changed.status === 'rejected') throw changed.reason;
    // The caller says what the statement answers.
    return changed.value.rows as Row[];
  } finally {
    // A connection on which a transaction may be open is not used again.
    client.release(!isClean);
  }
}
