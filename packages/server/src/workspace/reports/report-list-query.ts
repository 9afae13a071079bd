import type { OperationTypes } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { Parameter, type Bindable } from '../../db/parameter.ts';
import { hidden } from '../../db/statements/prepared.ts';
import type { StatementValues } from '../../db/statements/statement-shapes.ts';
import { toStorableId } from '../../db/values/storable-id.ts';
import { columnOrder, type ColumnOrder } from '../../paging/list-order.ts';
import { hasText, toSearch, type TextSearch } from '../../db/values/text-search.ts';
import type { ReportRow } from '../items/workspace-rows.ts';

/** What a caller asks of a list of reports. */
export type ReportListQuery = OperationTypes['getReports']['query'];

/** What a list leaves out, with parameters for its values. */
export interface ReportFilters {
  readonly folderId?: Bindable<number>;
  readonly workbookId?: Bindable<number>;
  readonly externalWorkbookId?: Bindable<string>;
  readonly search?: TextSearch;
}

/** The filters of a query for a statement, their names, and the values that they have in this query. */
export function bindFilters({ folderId, workbookId, externalWorkbookId, search }: ReportListQuery): {
  filters: ReportFilters;
  shape: string;
  values: StatementValues;
} {
  const values: Record<string, unknown> = {};
  const bind = <Value>(name: string, value: Value): Parameter<Value> => {
    values[name] = value;
    return new Parameter(name);
  };
  const wanted = search ? toSearch(search) : undefined;
  const filters = {
    ...(folderId != null && { folderId: bind('folder', toStorableId(folderId)) }),
    ...(workbookId != null && { workbookId: bind('workbook', toStorableId(workbookId)) }),
    ...(externalWorkbookId != null && { externalWorkbookId: bind('spreadsheet', externalWorkbookId) }),
    ...(wanted && { search: { ...wanted, value: bind<string>('text', wanted.value) } }),
  };
  return { filters, shape: [...Object.keys(values), wanted?.by].join(' '), values };
}

/** The conditions of filters, under the alias of reports. */
export function conditionsOf({
  folderId,
  workbookId,
  externalWorkbookId,
  search,
}: ReportFilters): RawBuilder<unknown>[] {
  return [
    ...(folderId === undefined ? [] : [sql`r.folder_id = ${hidden(folderId, 'integer')}`]),
    ...(workbookId === undefined ? [] : [sql`r.workbook_id = ${hidden(workbookId, 'integer')}`]),
    ...(externalWorkbookId === undefined
      ? []
      : [
          sql`r.id = any(array(
            select id from reports where external_workbook_id = ${externalWorkbookId}
            union select report_id from report_placements where workbook_id = ${externalWorkbookId}))`,
        ]),
    ...(search ? [hasText([sql`r.name`, sql`r.title`], search)] : []),
  ];
}

const sortKeys = {
  name: { name: 'name' },
  createdAt: { createdAt: 'time' },
  updatedAt: { updatedAt: 'time' },
} as const;

/** Orders that an index of each folder serves. */
const inFolders: ReadonlySet<string> = new Set(['name', 'updatedAt']);

/** The order of reports. */
type ReportOrder = ColumnOrder<ReportRow> & { readonly isWithinFolder: boolean };

const directions = { ASC: 'asc', DESC: 'desc' } as const;

function createOrder(
  by: keyof typeof sortKeys,
  direction: keyof typeof directions,
  folderId?: Bindable<number>,
): ReportOrder {
  const isWithinFolder = folderId !== undefined && inFolders.has(by);
  const order = columnOrder<ReportRow>({
    list: 'reports',
    alias: 'r',
    by: { ...sortKeys[by], id: 'integer' },
    direction: directions[direction],
    within: isWithinFolder ? { column: 'folderId', id: folderId } : undefined,
  });
  return { ...order, isWithinFolder };
}

/** Orders without a folder, which every page needs for its cursors. */
const orders = {
  name: { ASC: createOrder('name', 'ASC'), DESC: createOrder('name', 'DESC') },
  createdAt: { ASC: createOrder('createdAt', 'ASC'), DESC: createOrder('createdAt', 'DESC') },
  updatedAt: { ASC: createOrder('updatedAt', 'ASC'), DESC: createOrder('updatedAt', 'DESC') },
};

/** The order of a list by columns; within a folder where an index serves that, and a folder is given. */
export function reportOrder(
  { sortBy, sortDirection }: ReportListQuery,
  folderId?: Bindable<number>,
): ReportOrder {
  const by = sortBy === 'name' || sortBy === 'createdAt' ? sortBy : 'updatedAt';
  const direction = sortDirection ?? (by === 'name' ? 'ASC' : 'DESC');
  return folderId === undefined ? orders[by][direction] : createOrder(by, direction, folderId);
}

/** The order in which a user has looked at reports; what they never looked at is last. */
export function viewOrder({ sortDirection }: ReportListQuery, userId: Bindable<number>): RawBuilder<unknown> {
  const direction = sortDirection === 'ASC' ? sql`asc` : sql`desc`;
  const viewed = sql`(select viewed_at from workspace_views v
    where v.user_id = ${hidden(userId, 'integer')} and v.resource_type = 'REPORT' and v.resource_id = r.id)`;
  return sql`${viewed} ${direction} nulls last, r.id`;
}
