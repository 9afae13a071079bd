import { limits, type OperationTypes } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { seesEverything } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/prepared.ts';
import { columnOrder } from '../../paging/list-order.ts';
import { readNumberedPage, readPage, type Page, type PageRequest } from '../../paging/page.ts';
import { likePattern } from '../like-pattern.ts';
import { itemsFor, visibilityFor } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { selectDetails, type DetailedReport } from '../report-details.ts';

type ListQuery = OperationTypes['getReports']['query'];

/** A page of reports, and how many there are in all. */
interface ReportList extends Page<DetailedReport> {
  count: number;
}

/** A row of the statement for a page. The count stands in each; where the page is empty it stands alone. */
type ListedRow = { count: number } & (DetailedReport | { id: null });

/** A page of the reports that a user can see, and how many there are in all: one statement, which is prepared. */
export async function listReports(
  database: Database,
  scope: WorkspaceScope,
  query: ListQuery,
): Promise<ReportList> {
  const list = listOf(scope, query);
  let count = 0;
  const page = await readerOf(
    scope,
    query,
  )(async ({ limit, offset, isBehind, orderBy }) => {
    const rows = await queryPrepared(
      database,
      sql<ListedRow>`select listed.count, r.*, ${selectDetails(scope.deploymentId)}
        from (select coalesce((${list.count}), 0) as count) listed
        left join (
          ${itemsFor(scope, 'REPORT')} and ${list.condition} and ${isBehind}
          order by ${orderBy} limit ${sql.lit(limit)} offset ${offset}
        ) r on true
        order by ${orderBy}`,
    );
    count = rows[0]?.count ?? 0;
    return rows.filter((row) => row.id !== null);
  });
  return { ...page, count };
}

/** The condition of the reports of a list, and the query for their number. */
function listOf(scope: WorkspaceScope, query: ListQuery) {
  const filters = filtersOf(query);
  const visibility = visibilityFor(scope);
  const isFiltered = sql.join([sql`true`, ...filters], sql` and `);
  const isShown =
    query.folderId == null || query.folderId > limits.MAX_ID
      ? visibility.isShown('REPORT')
      : visibility.isShownIn('REPORT', query.folderId);
  const condition = sql`${isFiltered} and ${isShown}`;
  const { deploymentId } = scope;
  if (seesEverything(scope.actor) && filters.length === 0)
    return { condition, count: sql`select total from report_counts where deployment_id = ${deploymentId}` };
  const leavesFew = query.folderId != null || query.workbookId != null || query.externalWorkbookId != null;
  const count = leavesFew
    ? sql`select count(*) from reports r where r.deployment_id = ${deploymentId} and ${condition}`
    : visibility.count('REPORT', isFiltered);
  return { condition, count };
}

function filtersOf({ workbookId, folderId, externalWorkbookId, search }: ListQuery): RawBuilder<unknown>[] {
  const pattern = search ? likePattern(search) : undefined;
  return [
    ...(workbookId != null ? [isId(sql`r.workbook_id`, workbookId)] : []),
    ...(folderId != null ? [isId(sql`r.folder_id`, folderId)] : []),
    ...(externalWorkbookId != null ? [sql`r.external_workbook_id = ${externalWorkbookId}`] : []),
    ...(pattern !== undefined ? [sql`(r.name ilike ${pattern} or r.title ilike ${pattern})`] : []),
  ];
}

/** An id that is larger than any is of nothing. */
function isId(column: RawBuilder<unknown>, id: number): RawBuilder<unknown> {
  return id > limits.MAX_ID ? sql`false` : sql`${column} = ${id}`;
}

/** What the statement for a page is made of, beside the list. */
interface ReadRequest {
  limit: number;
  offset: number;
  isBehind: RawBuilder<boolean>;
  orderBy: RawBuilder<unknown>;
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
  const { isBehind, orderBy, ...order } = columnOrder<DetailedReport>({
    list: 'reports',
    alias: 'r',
    by: { ...sortKeys[sortBy === 'name' || sortBy === 'createdAt' ? sortBy : 'updatedAt'], id: 'integer' },
    direction: direction === 'ASC' ? 'asc' : 'desc',
  });
  return (readRows) =>
    readPage(pageRequestOf(query), order, ({ after, ...range }) =>
      readRows({ ...range, orderBy, isBehind: isBehind(after) }),
    );
}
