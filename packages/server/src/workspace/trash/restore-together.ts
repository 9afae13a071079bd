import { limits, type WorkspaceItemRefInput } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels, type AccessLevel } from '../../access/access-level.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import type { Db } from '../../db/database.ts';
import { nameOfItem, runItemsTogether } from '../../db/item-outcomes.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import { contentBytesOf } from '../items/content-bytes.ts';
import { itemsFor, rowsOf } from '../items/workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import type { ItemGraph } from './item-graph.ts';
import { restoreRows, type RestoredEntries } from './restore-rows.ts';
import { createTrashStore, type HeldRow, type TrashRow } from './trash-store.ts';

/** An item that is back, and the bytes of its documents. */
export interface Restored {
  /** Its id in the trash. */
  readonly entryId: number;
  readonly item: WorkspaceItemRefInput;
  readonly contentBytes: number;
}

/** An entry of the trash that is to be restored. */
export type UndoneEntry = Pick<TrashRow, 'id' | 'itemType' | 'itemId'>;

/** For what another transaction holds: longer would be time in which this one holds all of its rows. */
const LOCK_TIMEOUT = '5ms';

/** Ends a transaction of many entries: one of them needs to be looked at by itself. */
class NotTogether extends Error {}

/**
 * Restores entries of the trash as if one after the other, in one transaction: reports or workbooks that follow each
 * other together, a folder by itself, since what comes after it may lie in it.
 *
 * @param entries in the order in which they come back, which is from the last id to the first
 * @returns undefined where nothing was restored, because one of them cannot be, or another transaction holds one of the
 * rows: single restores find out which
 */
export async function restoreTogether(
  db: Db,
  scope: WorkspaceScope,
  graphs: (type: ResourceType) => Promise<ItemGraph>,
  entries: readonly UndoneEntry[],
): Promise<readonly Restored[] | undefined> {
  if (entries.length === 0) return [];
  const names = entries.map(({ itemType, itemId }) => nameOfItem({ type: itemType, id: itemId }));
  return runItemsTogether(db, names, () =>
    changeWorkspace(db, scope, { lock: 'exclusive' }, async (tx) => {
      await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx.db);
      const trash = createTrashStore(tx.db);
      const ids = entries.map(({ id }) => id);
      const held = await trash.hold(scope, ids);
      if (held.length < ids.length) throw new NotTogether('An entry is gone');
      const restored: Restored[] = [];
      for (const run of divide(held)) restored.push(...(await restoreRun(tx.db, scope, graphs, run)));
      await trash.remove(scope, ids);
      return restored;
    }),
  );
}

/** Consecutive entries of one kind; a folder is alone. */
function divide(held: readonly HeldRow[]): [HeldRow, ...HeldRow[]][] {
  const runs: [HeldRow, ...HeldRow[]][] = [];
  for (const row of held) {
    const last = runs.at(-1);
    if (last?.[0].itemType === row.itemType && row.itemType !== 'FOLDER') last.push(row);
    else runs.push([row]);
  }
  return runs;
}

async function restoreRun(
  db: Db,
  scope: WorkspaceScope,
  graphs: (type: ResourceType) => Promise<ItemGraph>,
  run: readonly [HeldRow, ...HeldRow[]],
): Promise<Restored[]> {
  const [{ itemType: type }] = run;
  await restoreRows(db, await graphs(type), entriesOf(run));
  const rows = await readManaged(
    db,
    scope,
    type,
    run.map(({ itemId }) => itemId),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return run.map(({ id: entryId, itemId: id }) => {
    const row = found.get(id);
    if (!row || row.level < accessLevels.manage || row.depth > limits.MAX_FOLDER_DEPTH)
      throw new NotTogether(`The ${resourceKinds[type].name} ${id} may not be there`);
    return { entryId, item: { type, id }, contentBytes: row.contentBytes };
  });
}

/** @throws where rows of one table were stored by different versions of it */
function entriesOf(run: readonly HeldRow[]): RestoredEntries {
  const columns = new Map<string, readonly string[]>();
  for (const entry of run)
    for (const [table, names] of Object.entries(entry.columns)) {
      const known = columns.get(table) ?? names;
      if (known.join() !== names.join()) throw new NotTogether(`The table ${table} has changed`);
      columns.set(table, names);
    }
  return {
    ids: run.map(({ id }) => id),
    columns: Object.fromEntries(columns),
    links: [...new Set(run.flatMap(({ links }) => links))],
  };
}

/** Items as the caller reaches them now. */
function readManaged(db: Db, scope: WorkspaceScope, type: ResourceType, ids: readonly number[]) {
  const depth = type === 'FOLDER' ? sql`cardinality(s.path)` : sql`0`;
  return rowsOf(
    db,
    sql<{ id: number; level: AccessLevel; depth: number; contentBytes: number }>`
      select s.id, s.level, ${depth} as depth, ${contentBytesOf('s', type)} as content_bytes
      from (${itemsFor(scope, type)} and ${sql.ref(`${resourceKinds[type].alias}.id`)} = any(${ids}::integer[])) s`,
  );
}
