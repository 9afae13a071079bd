import type { Db } from '../../db/database.ts';
import { plainRow } from '../../db/statements/text-row.ts';
import type { ListedRow, ListedType } from './item-page.ts';
import { createItemStore } from './item-store.ts';
import type { RowsOfKinds, WithAccess } from './workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** Rows of a page with their documents, read where they were deferred; what has been deleted since is left out. */
export async function readWhole<T extends ListedType>(
  db: Db,
  scope: WorkspaceScope,
  type: T,
  rows: readonly ListedRow<T>[],
): Promise<WithAccess<RowsOfKinds[T]>[]> {
  if (!rows.some(({ isDeferred }) => isDeferred))
    // All columns of the row, and the level that it was given.
    return rows.map(
      (row) => ({ ...(plainRow(row) as object), level: row.level }) as WithAccess<RowsOfKinds[T]>,
    );
  const items = await createItemStore(db).list(
    scope,
    rows.map(({ id }) => ({ type, id })),
  );
  // Rows of the table of the type, which were asked for.
  return items.map(({ row }) => row as WithAccess<RowsOfKinds[T]>);
}
