import { limits, type OperationTypes } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { fromItems } from '../../access/item-level.ts';
import { seesEverything } from '../../access/principal.ts';
import { filteredPage, visibleInFolder, visiblePage, type VisibleRows } from '../../access/visible-page.ts';
import type { Database } from '../../db/database.ts';
import { hidden, queryPlanned, queryPrepared } from '../../db/prepared.ts';
import type { CursorKey } from '../../paging/cursor.ts';
import { columnOrder, type ColumnOrder } from '../../paging/list-order.ts';
import {
  readNumberedPage,
  readPage,
  type Page,
  type PageRange,
  type PageRequest,
} from '../../paging/page.ts';
import { hasText } from '../text-search.ts';
import { addDetails, selectPageDetails, type DetailedReport, type PageDetails } from '../report-details.ts';
import { levelFor, viewOf, visibilityFor, type ReportRow, type WithAccess } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

type ListQuery = OperationTypes['getReports']['query'];

/** A page of reports, and how many there are in all. */
interface ReportList extends Page<DetailedReport> {
  count: number;
}

/** What stands once beside the rows of a page. */
type PageFacts = { count: number } & PageDetails;

/** A row of the statement for a page: a report, or what stands beside all of them. */
type ListedRow = WithAccess<ReportRow> | ({ id: null } & PageFacts);

/** A page of the reports that a user can see, and how many there are in all: one statement, which is prepared. */
export async function listReports(
  database: Database,
  scope: WorkspaceScope,
  query: ListQuery,
): Promise<ReportList> {
  let count = 0;
  const page = await readerOf(
    scope,
    query,
  )(async (request) => {
    const run = query.search ? queryPlanned : queryPrepared;
    const rows = await run(database, pageStatement(scope, query, request));
    const facts = rows.find((row) => row.id === null);
    if (!facts) throw new Error('What stands beside a page of reports was not answered');
    count = facts.count;
    return addDetails(
      rows.filter((row) => row.id !== null),
      facts,
    );
  });
  return { ...page, count };
}

/** Selects the reports of a page and, joined on nothing, what stands beside them. */
function pageStatement(scope: WorkspaceScope, query: ListQuery, request: ReadRequest): RawBuilder<ListedRow> {
  const { limit, offset, isBehind, orderBy } = request;
  const { deploymentId } = scope;
  const { expressions, isShown, level, count } = visibleRows(scope, query, request);
  const conditions = sql.join([...filtersOf(query), isShown, isBehind], sql` and `);
  return sql<ListedRow>`with ${expressions} page as materialized (
      select r.*, ${level} as level ${fromItems(deploymentId, 'REPORT')} and ${conditions}
      order by ${orderBy} limit ${sql.lit(limit)} ${offset === 0 ? sql`` : sql`offset ${offset}`}),
    facts as (select (${count}) as count, ${selectPageDetails(deploymentId)})
    select r.*, facts.* from page r full join facts on false order by ${orderBy}`;
}

/** What a list shows, by the least that decides it: one folder, the order of the whole deployment, or each row. */
function visibleRows(scope: WorkspaceScope, query: ListQuery, request: ReadRequest): VisibleRows {
  const { folderId, ...others } = query;
  const isFiltered = filtersOf(others).length > 0;
  const view = viewOf(scope, 'REPORT');
  if (folderId != null) {
    const visible = visibleInFolder(view, folderId);
    return isFiltered ? { ...visible, count: countOf(scope, query, visible.isShown) } : visible;
  }
  if (request.column && !isFiltered && folderId == null)
    return visiblePage(view, request.column.order, request.column.range);
  const visible = visibleByRow(scope, query);
  if (!request.column) return visible;
  const condition = sql.join(filtersOf(query), sql` and `);
  return filteredPage(view, request.column.order, request.column.range, { condition, otherwise: visible });
}

function visibleByRow(scope: WorkspaceScope, query: ListQuery): VisibleRows {
  const { deploymentId, actor } = scope;
  const visibility = visibilityFor(scope);
  const isShown = visibility.isShown('REPORT');
  const filters = filtersOf(query);
  const counted = () => {
    if (filters.length === 0 && seesEverything(actor))
      return sql<number>`coalesce((select total from report_counts where deployment_id = ${deploymentId}), 0)`;
    const leavesFew = query.folderId != null || query.workbookId != null || query.externalWorkbookId != null;
    if (leavesFew) return countOf(scope, query, isShown);
    return sql<number>`(${visibility.count('REPORT', sql.join([sql`true`, ...filters], sql` and `))})`;
  };
  return { expressions: sql``, isShown, count: counted(), level: levelFor(scope, 'REPORT') };
}

/** The number of the reports that a list asks for, counted one by one. */
function countOf(
  { deploymentId }: WorkspaceScope,
  query: ListQuery,
  isShown: RawBuilder<boolean>,
): RawBuilder<number> {
  const isAsked = sql.join([sql`r.deployment_id = ${deploymentId}`, ...filtersOf(query)], sql` and `);
  return sql<number>`(select count(*) from reports r where ${isAsked} and ${isShown})`;
}

function filtersOf({ workbookId, folderId, externalWorkbookId, search }: ListQuery): RawBuilder<unknown>[] {
  return [
    ...(workbookId != null ? [isId(sql`r.workbook_id`, workbookId)] : []),
    ...(folderId != null ? [isId(sql`r.folder_id`, folderId)] : []),
    ...(externalWorkbookId != null ? [sql`r.external_workbook_id = ${externalWorkbookId}`] : []),
    ...(search ? [hasText([sql`r.name`, sql`r.title`], search)] : []),
  ];
}

/** An id that is larger than any is of nothing. */
function isId(column: RawBuilder<unknown>, id: number): RawBuilder<unknown> {
  return id > limits.MAX_ID ? sql`false` : sql`${column} = ${hidden(id, 'integer')}`;
}

/** What the statement for a page is made of, beside the list. */
interface ReadRequest {
  limit: number;
  offset: number;
  isBehind: RawBuilder<boolean>;
  orderBy: RawBuilder<unknown>;
  /** The order, where columns of reports decide it, and the page of it. */
  column?: { order: ColumnOrder<DetailedReport>; range: PageRange<CursorKey> };
}

/** Reads a page with what reads its rows. */
type ReadPage = (
  readRows: (request: ReadRequest) => Promise<DetailedReport[]>,
) => Promise<Page<DetailedReport>>;

function readerOf(scope: WorkspaceScope, query: ListQuery): ReadPage {
  return query.sortBy === 'lastViewedAt' ? byView(scope, query) : byColumn(query);
}

function pageRequestOf({ first, limit, page, after }: ListQuery): PageRequest {
  const size = first ?? limit ?? limits.DEFAULT_PAGE_SIZE;
  return { first: size, after, offset: ((page ?? 1) - 1) * size };
}

/** In the order in which the caller has looked at them. */
function byView({ actor }: WorkspaceScope, query: ListQuery): ReadPage {
  const direction = query.sortDirection === 'ASC' ? sql`asc` : sql`desc`;
  const viewed = sql`(select viewed_at from workspace_views v where v.user_id = ${actor.userId} and v.resource_type = 'REPORT' and v.resource_id = r.id)`;
  const orderBy = sql`${viewed} ${direction} nulls last, r.id`;
  const reason = 'does not go with sortBy=lastViewedAt, an order that changes with every look; use page';
  return (readRows) =>
    readNumberedPage(pageRequestOf(query), { reason }, (range) =>
      readRows({ ...range, orderBy, isBehind: sql<boolean>`true` }),
    );
}

const sortKeys = {
  name: { name: 'name' },
  createdAt: { createdAt: 'time' },
  updatedAt: { updatedAt: 'time' },
} as const;

function byColumn(query: ListQuery): ReadPage {
  const { sortBy } = query;
  const direction = query.sortDirection ?? (sortBy === 'name' ? 'ASC' : 'DESC');
  const order = columnOrder<DetailedReport>({
    list: 'reports',
    alias: 'r',
    by: { ...sortKeys[sortBy === 'name' || sortBy === 'createdAt' ? sortBy : 'updatedAt'], id: 'integer' },
    direction: direction === 'ASC' ? 'asc' : 'desc',
  });
  return (readRows) =>
    readPage(pageRequestOf(query), order, (range) =>
      readRows({
        limit: range.limit,
        offset: range.offset,
        orderBy: order.orderBy,
        isBehind: order.isBehind(range.after),
        column: { order, range },
      }),
    );
}
