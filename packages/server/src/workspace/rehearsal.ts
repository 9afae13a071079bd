import { limits, type BulkAccessChange, type Workbook, type WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import { createItemStore } from './items/item-store.ts';
import { divideByBytes } from '../paging/batched-answer.ts';
import { toWorkbooks, withoutCopies } from './items/serialize-items.ts';
import { readAccessLevels, changesOfLevels, type ItemLevels } from './sharing/access-changes.ts';
import { packLevels, unpackLevels, type PackedLevels } from './sharing/packed-levels.ts';
import { enterWorkspace } from './batches/workspace-change.ts';
import type { WorkspaceScope } from './workspace-scope.ts';

/** A bulk change that is tried and not made. */
interface Rehearsal<Row> {
  /** In the order in which they would be changed; of each kind and id once. */
  readonly items: readonly WorkspaceItemRefInput[];
  /** The change of one item with all of its checks. */
  statementFor(item: WorkspaceItemRefInput): RawBuilder<Row>;
  /** Whether the item would be changed. */
  isChanged(row: Row): boolean;
  /** Bytes of the documents of the item. */
  bytesOf(row: Row): number;
  /** What subjects may do with what the change of an item is about; default the item. */
  readLevels?(db: Db, scope: WorkspaceScope, item: WorkspaceItemRefInput): Promise<ItemLevels>;
}

/** An item as a change would leave it, without its documents. */
export interface ChangedItem {
  readonly item: WorkspaceItemRefInput;
  readonly contentBytes: number;
  readonly shown: Pick<Workbook, 'folderId' | 'folderPath' | 'updatedAt' | 'canEdit' | 'canManage'>;
}

/** What a change would have come to. */
export interface Rehearsed<Row> {
  /**
   * What the statement of each item answers, in the order of the items; the error that it ends with, undefined for no
   * row.
   */
  readonly results: readonly (Row | Error | undefined)[];
  /** The changed items, and what they would be shown with in another place; what would be gone is left out. */
  readonly changed: readonly ChangedItem[];
  /**
   * To whom the changed items would be something else than now; {@link limits.MAX_ACCESS_CHANGES} subjects are named in
   * all.
   */
  readonly accessChanges: readonly BulkAccessChange[];
}

/**
 * Makes a change with the statements that make it, each after the other, looks at what has come of it, and takes all of
 * it back. An item is refused as it would be, also for what an item before it has changed.
 *
 * The lock is shared, so that others go on meanwhile; those that change the same items wait for the end of it.
 */
export async function rehearse<Row>(
  db: Db,
  scope: WorkspaceScope,
  { items, statementFor, isChanged, bytesOf, readLevels = readAccessLevels }: Rehearsal<Row>,
): Promise<Rehearsed<Row>> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`select ${enterWorkspace('shared', scope)}`.execute(tx);
    const before: PackedLevels[] = [];
    for (const item of items) before.push(packLevels(await readLevels(tx, scope, item)));
    const results: (Row | Error | undefined)[] = [];
    for (const item of items) results.push(await runWithin(tx, statementFor(item)));
    const done = items.filter((_, index) => {
      const row = results[index];
      return row !== undefined && !(row instanceof Error) && isChanged(row);
    });
    const accessChanges: BulkAccessChange[] = [];
    let most = limits.MAX_ACCESS_CHANGES;
    for (const item of done) {
      const was = before[items.indexOf(item)];
      if (!was) continue;
      const levels = { before: unpackLevels(was), after: await readLevels(tx, scope, item), most };
      const { changes, count } = await changesOfLevels(tx, scope, levels);
      most -= changes.length;
      if (count > 0) accessChanges.push({ type: item.type, id: item.id, changes, count });
    }
    const sized = done.map((item) => {
      const row = results[items.indexOf(item)];
      return { item, contentBytes: row === undefined || row instanceof Error ? 0 : bytesOf(row) };
    });
    const changed: ChangedItem[] = [];
    for (const batch of divideByBytes(sized, ({ contentBytes }) => contentBytes))
      changed.push(...(await readChanged(tx, scope, batch)));
    return { results, changed, accessChanges };
  } finally {
    await tx.rollback().execute();
  }
}

async function readChanged(
  tx: Db,
  scope: WorkspaceScope,
  batch: readonly Omit<ChangedItem, 'shown'>[],
): Promise<ChangedItem[]> {
  const refs = batch.map(({ item }) => item);
  const read = await toWorkbooks(tx, scope, await createItemStore(tx).list(scope, refs));
  return batch.flatMap((one) => {
    const found = read.find(({ type, id }) => type === one.item.type && id === one.item.id);
    if (!found) return [];
    const { folderId, folderPath = [], updatedAt, canEdit, canManage } = found;
    return { ...one, shown: { folderId, folderPath, updatedAt, canEdit, canManage } };
  });
}

/** Reads items with their documents, shown as a change that was tried would leave them. */
export async function readAsChanged(
  db: Db,
  scope: WorkspaceScope,
  changed: readonly ChangedItem[],
): Promise<Workbook[]> {
  const refs = changed.map(({ item }) => item);
  const read = await toWorkbooks(db, scope, await createItemStore(db).list(scope, refs));
  const shown = new Map(changed.map(({ item, shown: each }) => [`${item.type} ${item.id}`, each]));
  return read.map((item) => withoutCopies({ ...item, ...shown.get(`${item.type} ${item.id}`) }));
}

/** Runs a statement; an error takes back what it did and nothing else. */
async function runWithin<Row>(tx: Db, statement: RawBuilder<Row>): Promise<Row | Error | undefined> {
  await sql`savepoint item`.execute(tx);
  try {
    const { rows } = await statement.execute(tx);
    return rows[0];
  } catch (error) {
    await sql`rollback to savepoint item`.execute(tx);
    return error as Error;
  }
}
