import { visibleByRowInFolder, visibleInFolder } from '../../access/visible-in-folder.ts';
import { visiblePage } from '../../access/visible-page.ts';
import type { View } from '../../access/view.ts';
import type { Database } from '../../db/database.ts';
import { Parameter, type Bindable } from '../../db/parameter.ts';
import { toStorableId } from '../../db/storable-id.ts';
import { sql } from 'kysely';
import type { CursorKey } from '../../paging/cursor.ts';
import { columnOrder } from '../../paging/list-order.ts';
import type { BindableRange, PageRange } from '../../paging/page.ts';
import { createItemPages, type ItemPage, type PageParts } from '../item-page.ts';
import type { WithAccess, WorkbookRow } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** What stands beside a page of workbooks; `isSeen` of the folder that is asked for, where one is. */
interface ListFacts {
  isSeen?: boolean;
}

/** Reads a page of the workbooks that a caller sees, of those of one folder where one is given. */
export type ListWorkbooks = (
  scope: WorkspaceScope,
  folderId: number | undefined,
  range: PageRange<CursorKey>,
) => Promise<ItemPage<'WORKBOOK', ListFacts>>;

/** The order of lists of workbooks. */
export const newestFirst = orderIn(undefined);

function orderIn(folderId: Bindable<number> | undefined) {
  return columnOrder<WithAccess<WorkbookRow>>({
    list: 'workbooks',
    alias: 'w',
    by: { updatedAt: 'time', id: 'integer' },
    direction: 'desc',
    within: folderId === undefined ? undefined : { column: 'folderId', id: folderId },
  });
}

/** Makes the list of workbooks: one statement, and a second one for a folder that the caller does not see but something in it. */
export function createWorkbookList(database: Pick<Database, 'db' | 'pool'>): ListWorkbooks {
  const readItems = createItemPages(database);
  return async (scope, folderId, range) => {
    const read = (shape: 'all' | 'folder' | 'directly') =>
      readItems<'WORKBOOK', ListFacts>({
        scope,
        type: 'WORKBOOK',
        range,
        shape,
        values: folderId === undefined ? {} : { folder: toStorableId(folderId) },
        partsOf: parts[shape],
      });
    if (folderId === undefined) return read('all');
    const found = await read('folder');
    return found.facts.isSeen === true ? found : read('directly');
  };
}

const folder = new Parameter<number>('folder');

const parts: Record<'all' | 'folder' | 'directly', (view: View, range: BindableRange) => PageParts> = {
  all: (view, range) => ({ ...visiblePage(view, newestFirst, range), orderBy: newestFirst.orderBy }),
  folder(view, range) {
    const order = orderIn(folder);
    const visible = visibleInFolder(view, folder, order.isBehind(range.after));
    return { ...visible, orderBy: order.orderBy, facts: sql`, ${visible.isSeen} as is_seen` };
  },
  directly(view, range) {
    const { isShown, ...visible } = visibleByRowInFolder(view, folder);
    const { isBehind, orderBy } = newestFirst;
    return { ...visible, isShown: sql<boolean>`${isShown} and ${isBehind(range.after)}`, orderBy };
  },
};
