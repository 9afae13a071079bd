import type { WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type UpdateObject } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { accessLevels } from '../../access/access-level.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import { accessorOf, seesAll } from '../../access/subjects.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { WorkspaceRow } from './serialize-items.ts';
import { itemsFor, rowsOf, visibilityFor, type RowsOfKinds, type WithAccess } from './workspace-rows.ts';
import type { ViewScope } from '../workspace-scope.ts';

/** New values of columns of a kind, or the SQL that makes them. */
type ChangeOf<T extends ResourceType> = UpdateObject<Tables, (typeof resourceKinds)[T]['table']>;

/** Makes the store of single items. */
export function createItemStore(db: Db) {
  /** An item with the level of the caller, which may be none. */
  async function find<T extends ResourceType>(
    scope: ViewScope,
    type: T,
    id: number,
  ): Promise<WithAccess<RowsOfKinds[T]> | undefined> {
    if (!isStorableId(id)) return undefined;
    const { alias } = resourceKinds[type];
    const [row] = await rowsOf(
      db,
      sql<WithAccess<RowsOfKinds[T]>>`${itemsFor(scope, type)} and ${sql.ref(`${alias}.id`)} = ${id}`,
    );
    return row;
  }
  /** A row with the level that the caller has by now: another place brings other rights. */
  async function withLevelNow<T extends ResourceType>(
    scope: ViewScope,
    type: T,
    row: RowsOfKinds[T],
  ): Promise<WithAccess<RowsOfKinds[T]>> {
    const found = await find(scope, type, row.id);
    return { ...row, level: found?.level ?? accessLevels.none };
  }
  return {
    find,
    withLevelNow,
    /** Those of some folders that hold something the caller sees, at any depth, and are shown for navigation. */
    findNavigationFolders: (scope: ViewScope, ids: readonly number[]): Promise<Set<number>> =>
      findNavigationFolders(db, scope, ids),
    /**
     * Changes an item that was read with access, and answers it with the level that the caller has then.
     *
     * @throws a plain error for one that is not there any more
     */
    async update<T extends ResourceType>(
      scope: ViewScope,
      type: T,
      { deploymentId, id, level, ...before }: WithAccess<RowsOfKinds[T]>,
      change: ChangeOf<T>,
    ): Promise<WithAccess<RowsOfKinds[T]>> {
      const row = await db
        // The tables of all kinds have these columns, which the compiler cannot see through the type.
        .updateTable(resourceKinds[type].table as 'workbooks')
        .set({
          ...(change as ChangeOf<'WORKBOOK'>),
          ...(type === 'WORKBOOK' && { version: sql`version + 1` }),
          updatedAt: sql`now()`,
        })
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      // The row is of the type's table.
      const changed = row as RowsOfKinds[T];
      const isElsewhere =
        'folderId' in before && 'folderId' in changed && before.folderId !== changed.folderId;
      return isElsewhere ? withLevelNow(scope, type, changed) : { ...changed, level };
    },
    /** Items with the caller's level, in the order given; what is not there is left out. */
    list: (scope: ViewScope, items: readonly WorkspaceItemRefInput[]): Promise<WorkspaceRow[]> =>
      listItems(db, scope, items),
  };
}

async function listItems(
  db: Db,
  scope: ViewScope,
  items: readonly WorkspaceItemRefInput[],
): Promise<WorkspaceRow[]> {
  const types = [...new Set(items.map(({ type }) => type))];
  const found = await Promise.all(
    types.map(async (type) => {
      const ids = items.filter((item) => item.type === type).map(({ id }) => id);
      const rows = await rowsOf(
        db,
        sql<
          WithAccess<RowsOfKinds[typeof type]>
        >`${itemsFor(scope, type)} and ${sql.ref(`${resourceKinds[type].alias}.id`)} = any(${ids}::integer[])`,
      );
      // The rows are those of the type's table, which the compiler cannot follow into the union.
      return rows.map((row) => [`${type} ${row.id}`, { type, row } as WorkspaceRow] as const);
    }),
  );
  const byItem = new Map(found.flat());
  return items.flatMap(({ type, id }) => byItem.get(`${type} ${id}`) ?? []);
}

async function findNavigationFolders(db: Db, scope: ViewScope, ids: readonly number[]): Promise<Set<number>> {
  const storable = ids.filter(isStorableId);
  if (storable.length === 0 || seesAll(accessorOf(scope.actor))) return new Set();
  const rows = await rowsOf(
    db,
    sql<{
      id: number;
    }>`select n.id from (${visibilityFor(scope).directIds('FOLDER')}) n where n.id = any(${storable}::integer[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
