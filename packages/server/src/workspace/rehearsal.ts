import type { BulkAccessChange, Workbook, WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import { createItemStore } from './item-store.ts';
import { toWorkbooks } from './serialize-items.ts';
import { readAccessLevels, changesOfLevels, type ItemLevels } from './sharing/access-changes.ts';
import { enterWorkspace } from './workspace-change.ts';
import type { WorkspaceScope } from './workspace-scope.ts';

/** A bulk change that is tried and not made. */
export interface Rehearsal<Row> {
  /** In the order in which they would be changed; of each kind and id once. */
  readonly items: readonly WorkspaceItemRefInput[];
  /** The change of one item with all of its checks. */
  statementFor(item: WorkspaceItemRefInput): RawBuilder<Row>;
  /** Whether the item would be changed. */
  isChanged(row: Row): boolean;
}

/** What a change would have come to. */
export interface Rehearsed<Row> {
  /** What the statement of each item answers, in the order of the items; the error that it ends with. */
  readonly results: readonly (Row | Error)[];
  /** The changed items as they would be; what would be gone is left out. */
  readonly changed: readonly Workbook[];
  /** To whom the changed items would be something else than now. */
  readonly accessChanges: readonly BulkAccessChange[];
}

/**
 * Makes a change with the statements that make it, each after the other, looks at what has come of it, and takes all of it back.
 * An item is refused as it would be, also for what an item before it has changed.
 *
 * The lock is shared, so that others go on meanwhile; those that change the same items wait for the end of it.
 */
export async function rehearse<Row>(
  db: Db,
  scope: WorkspaceScope,
  { items, statementFor, isChanged }: Rehearsal<Row>,
): Promise<Rehearsed<Row>> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`select ${enterWorkspace('shared', scope)}`.execute(tx);
    const before: ItemLevels[] = [];
    for (const item of items) before.push(await readAccessLevels(tx, scope, item));
    const results: (Row | Error)[] = [];
    for (const item of items) results.push(await runWithin(tx, statementFor(item)));
    const done = items.filter((_, index) => {
      const row = results[index];
      return row !== undefined && !(row instanceof Error) && isChanged(row);
    });
    const accessChanges: BulkAccessChange[] = [];
    for (const item of done) {
      const was = before[items.indexOf(item)];
      const changes = was
        ? await changesOfLevels(tx, scope, was, await readAccessLevels(tx, scope, item))
        : [];
      if (changes.length > 0) accessChanges.push({ type: item.type, id: item.id, changes });
    }
    const changed = await toWorkbooks(tx, scope, await createItemStore(tx).list(scope, done));
    return { results, changed, accessChanges };
  } finally {
    await tx.rollback().execute();
  }
}

/** Runs a statement; an error takes back what it did and nothing else. */
async function runWithin<Row>(tx: Db, statement: RawBuilder<Row>): Promise<Row | Error> {
  await sql`savepoint item`.execute(tx);
  try {
    const { rows } = await statement.execute(tx);
    const [row] = rows;
    return row ?? new Error('The statement of an item answered nothing');
  } catch (error) {
    await sql`rollback to savepoint item`.execute(tx);
    return error as Error;
  }
}
