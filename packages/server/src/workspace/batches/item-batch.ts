import { sql, type RawBuilder } from 'kysely';
import type { ResourceType } from '../../access/resource-kinds.ts';
import type { Database } from '../../db/database.ts';
import { currentOutcomes } from '../../db/item-outcomes.ts';
import { toPrepared, type PreparedStatement } from '../../db/statements/prepared.ts';
import { beginAsCaller, forgetCaller, hasOuterTransaction, nameCaller } from '../../db/request-context.ts';
import { sendTogether } from '../../db/statements/send-together.ts';
import { refusalOfConstraint } from '../items/constraint-refusals.ts';
import type { ItemChanges, ItemStatement } from './item-changes.ts';
import { runNotedBatch } from './item-batch-noted.ts';
import { runWithinRequest } from './item-batch-within.ts';
import type { Settled } from './settled-statement.ts';
import { enterWorkspace, lockWorkspace, unlockWorkspace } from './workspace-change.ts';

/**
 * Runs the statements of items in order on one connection, each its own transaction, and answers when all of them are
 * on disk.
 *
 * The workspace is locked before the first and until after the last, so that every statement sees the access as it
 * stays until its item is changed. A statement that waited for the lock itself would go on with what it saw before.
 *
 * The statements are sent without waiting for each other; none waits for the disk but a last one that changes nothing,
 * and the disk takes everything before it along. So nothing that is answered can be lost, and a batch costs one flush.
 *
 * Of a request with a key, what became of each item is stored with its change ({@link runNotedBatch}).
 *
 * @param first is run before the items, once for the request
 */
export async function runBatch(
  { pipelined, db }: Pick<Database, 'pipelined' | 'db'>,
  changes: ItemChanges,
  items: readonly ItemStatement[],
  first: readonly PreparedStatement[] = [],
): Promise<Settled[]> {
  if (currentOutcomes()) return runNotedBatch(db, changes, items, first);
  const client = await pipelined.connect();
  let isClean = false;
  try {
    // Waited for: without the lock nothing may be sent.
    await client.query(toPrepared(db, openBatch(changes))).catch((error: unknown) => {
      throw refusalOfConstraint(error, {}) ?? error;
    });
    const statements = [...first, ...items.map(({ statement }) => statement)];
    const settled = await sendTogether(client, [...statements, toPrepared(db, closeBatch(changes))]);
    const closing = settled.pop();
    if (closing?.status === 'rejected') throw closing.reason;
    isClean = true;
    return settled.slice(first.length);
  } finally {
    // A connection with settings or locks in doubt is not used again.
    client.release(!isClean);
  }
}

/**
 * Runs the statement of one item as a transaction, and one that reads after it; all of it is sent at once. The
 * workspace is locked by a statement of its own, because one that waits for a lock goes on with what it saw before;
 * where the lock cannot be had the change is refused with it. Answers when the change is on disk, whatever became of
 * reading.
 */
export async function runAlone(
  { pipelined, db }: Pick<Database, 'pipelined' | 'db'>,
  { scope, lock }: ItemChanges,
  statement: PreparedStatement,
  readBack?: PreparedStatement,
): Promise<{ changed: Settled; read: Settled }> {
  if (hasOuterTransaction()) {
    const statements = readBack ? [statement, readBack] : [statement];
    const [changed, read] = await runWithinRequest(db, { scope, lock }, statements);
    if (!changed) throw new Error('The statement of an item was not run');
    return { changed, read: read ?? changed };
  }
  const enter = toPrepared(db, sql`select ${enterWorkspace(lock, scope)}`);
  const client = await pipelined.connect();
  let isClean = false;
  try {
    const statements = [beginAsCaller(), enter, statement, 'commit'] as const;
    const [begun, entered, changed, committed, ...rest] = await sendTogether(client, [
      ...statements,
      ...(readBack ? [readBack] : []),
    ]);
    if (begun.status === 'rejected') throw begun.reason;
    if (committed.status === 'rejected') throw committed.reason;
    if (entered.status === 'rejected') throw refusalOfConstraint(entered.reason, {}) ?? entered.reason;
    isClean = true;
    return { changed, read: rest[0] ?? changed };
  } finally {
    // A connection on which a transaction may be open is not used again.
    client.release(!isClean);
  }
}

/** One statement for each type of some items, made when it is first asked for. */
export function statementsByType(
  makeStatement: (type: ResourceType) => (id: number) => PreparedStatement,
): (item: { type: ResourceType; id: number }) => PreparedStatement {
  const byType = new Map<ResourceType, (id: number) => PreparedStatement>();
  return ({ type, id }) => {
    const make = byType.get(type) ?? makeStatement(type);
    byType.set(type, make);
    return make(id);
  };
}

function openBatch({ lock, scope }: ItemChanges): RawBuilder<unknown> {
  return sql`select ${lockWorkspace(lock, scope)}, set_config('synchronous_commit', 'off', false), ${nameCaller()}`;
}

/**
 * The commit of a transaction waits for the disk only where it has written something; a message to nobody is the least
 * that can be written, and everything earlier in the log goes to disk with it. The numbers of folders are brought up to
 * date with it, so that the next lists need not look at each change.
 */
function closeBatch({ lock, scope }: ItemChanges): RawBuilder<unknown> {
  return sql`select ${unlockWorkspace(lock, scope)}, set_config('synchronous_commit', 'on', false), ${forgetCaller},
    fold_folder_changes(${scope.deploymentId}), pg_logical_emit_message(true, 'oriel', '')`;
}
