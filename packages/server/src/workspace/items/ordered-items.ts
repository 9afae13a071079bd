import { sql } from 'kysely';
import { visibleByRowInFolder, visibleInFolder } from '../../access/visibility/visible-in-folder.ts';
import { visiblePage } from '../../access/visibility/visible-page.ts';
import type { View } from '../../access/visibility/view.ts';
import type { Database } from '../../db/database.ts';
import { Parameter, type Bindable } from '../../db/parameter.ts';
import { toStorableId } from '../../db/values/storable-id.ts';
import type { CursorKey, ColumnOrder } from '../../paging/list-order.ts';
import type { BindableRange, PageRange } from '../../paging/page.ts';
import { createItemPages, type ItemPage, type PageParts } from './item-page.ts';
import type { RowsOfKinds, WithAccess } from './workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** What stands beside a page; `isSeen` of the folder that is asked for, where one is. */
interface ListFacts {
  isSeen?: boolean;
}

/** Reads a page of the items that a caller sees, of those of one folder where one is given. */
type ListItems<T extends 'WORKBOOK' | 'REPORT'> = (
  scope: WorkspaceScope,
  folderId: number | undefined,
  range: PageRange<CursorKey>,
) => Promise<ItemPage<T, ListFacts> & { count: number }>;

/** The order of a list; within a folder where one is given. */
type OrderIn<T extends 'WORKBOOK' | 'REPORT'> = (
  folderId?: Bindable<number>,
) => ColumnOrder<WithAccess<RowsOfKinds[T]>>;

const folder = new Parameter<number>('folder');

/**
 * Makes a list in one order: one statement, and a second one for a folder that the caller does not see but something in
 * it.
 */
export function createOrderedList<T extends 'WORKBOOK' | 'REPORT'>(
  database: Pick<Database, 'db' | 'pool'>,
  type: T,
  orderIn: OrderIn<T>,
): ListItems<T> {
  const readItems = createItemPages(database);
  const parts = {
    all: (view: View, range: BindableRange): PageParts => ({
      ...visiblePage(view, orderIn(), range),
      orderBy: orderIn().orderBy,
    }),
    folder(view: View, range: BindableRange): PageParts {
      const { isBehind, orderBy } = orderIn(folder);
      const visible = visibleInFolder(view, folder, isBehind(range.after));
      return { ...visible, orderBy, facts: sql`, ${visible.isSeen} as is_seen` };
    },
    byRow(view: View, range: BindableRange): PageParts {
      const { isShown, ...visible } = visibleByRowInFolder(view, folder);
      const { isBehind, orderBy } = orderIn();
      return { ...visible, isShown: sql<boolean>`${isShown} and ${isBehind(range.after)}`, orderBy };
    },
  };
  return async (scope, folderId, range) => {
    const values = folderId === undefined ? {} : { folder: toStorableId(folderId) };
    const read = (shape: string, partsOf: (view: View, range: BindableRange) => PageParts) =>
      readItems<T, ListFacts>({
        scope,
        type,
        range,
        shape,
        values,
        restsOnFolders: folderId === undefined,
        partsOf,
      });
    if (folderId === undefined) return counted(await read('all', parts.all));
    const found = await read('folder', parts.folder);
    return counted(found.facts.isSeen === true ? found : await read('by row', parts.byRow));
  };
}

/** A page with the number of all, which only searches do without. */
function counted<T extends 'WORKBOOK' | 'REPORT'>(page: ItemPage<T, ListFacts>) {
  const { count } = page.facts;
  if (count === null) throw new Error('The items of a list were not counted');
  return { ...page, count };
}
