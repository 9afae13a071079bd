import type { Database } from '../../db/database.ts';
import { columnOrder } from '../../paging/list-order.ts';
import type { Bindable } from '../../db/parameter.ts';
import { createOrderedList } from '../items/ordered-items.ts';
import type { WorkbookRow } from '../items/workspace-rows.ts';

const orderIn = (folderId?: Bindable<number>) =>
  columnOrder<Pick<WorkbookRow, 'updatedAt' | 'id' | 'folderId'>>({
    list: 'workbooks',
    alias: 'w',
    by: { updatedAt: 'time', id: 'integer' },
    direction: 'desc',
    within: folderId === undefined ? undefined : { column: 'folderId', id: folderId },
  });

/** The order of lists of workbooks. */
export const newestFirst = orderIn();

/** Makes the list of workbooks: of all that a caller sees, or of one folder. */
export const createWorkbookList = (database: Pick<Database, 'db' | 'pool'>) =>
  createOrderedList(database, 'WORKBOOK', orderIn);
