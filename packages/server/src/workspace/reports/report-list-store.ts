import { limits, type OperationTypes, type PageInfo } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/prepared.ts';
import { seesEverything, type UserPrincipal } from '../../access/principal.ts';
import { columnOrder } from '../../paging/list-order.ts';
import { readNumberedPage, readPage, type Page, type PageRequest } from '../../paging/page.ts';
import { likePattern } from '../like-pattern.ts';
import type { KnownAbsences } from '../serialize-items.ts';
import { itemsFor, visibilityFor, type ReportRow, type WithAccess } from '../workspace-rows.ts';

type ListQuery = OperationTypes['getReports']['query'];
type Rows = WithAccess<ReportRow>[];

/** A page of reports, how many there are in all, and what no report of the page can have. */
interface ReportList {
  rows: Rows;
  pageInfo: PageInfo;
  count: number;
  known: KnownAbsences;
}

/** A page of the reports that a user can see, and how many there are in all. */
export async function listReports(
  database: Database,
  actor: UserPrincipal,
  deploymentId: number,
  query: ListQuery,
): Promise<ReportList> {
  const filters = filtersOf(query);
  const condition = sql.join([sql`true`, ...filters], sql` and `);
  const scope = { actor, deploymentId };
  const visibility = visibilityFor(scope);
  const base = sql<
    WithAccess<ReportRow>
  >`${itemsFor(scope, 'REPORT')} and ${condition} and ${visibility.isShown('REPORT')}`;
  const readPage = query.sortBy === 'lastViewedAt' ? readByView : readByColumn;
  const counting =
    seesEverything(actor) && filters.length === 0
      ? sql<{ count: number }>`select total as count from report_counts where deployment_id = ${deploymentId}`
      : visibility.count('REPORT', condition);
  const [{ rows, pageInfo }, [counted]] = await Promise.all([
    readPage(database, base, actor, query),
    // One look beside the count saves two statements for the page wherever nothing is placed or shared with all.
    queryPrepared(
      database,
      sql<{ count: number | null } & KnownAbsences>`select (${counting}) as count,
        not exists (select from report_placements) as has_no_placements,
        not exists (
          select from grants where deployment_id = ${deploymentId} and subject_type = 'ORGANIZATION'
        ) as is_shared_with_nobody`,
    ),
  ]);
  const { count, ...known } = counted ?? { count: 0 };
  return { rows, pageInfo, count: count ?? 0, known };
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

type ReadPage = (
  database: Database,
  base: RawBuilder<WithAccess<ReportRow>>,
  actor: UserPrincipal,
  query: ListQuery,
) => Promise<Page<WithAccess<ReportRow>>>;

function pageRequestOf({ first, limit, page, after }: ListQuery): PageRequest {
  const size = first ?? limit ?? limits.DEFAULT_PAGE_SIZE;
  return { first: size, after, offset: ((page ?? 1) - 1) * size };
}

/** In the order in which the caller has looked at them. */
const readByView: ReadPage = (database, base, actor, query) => {
  const direction = query.sortDirection === 'ASC' ? sql`asc` : sql`desc`;
  const viewed = sql`(select viewed_at from workspace_views v where v.user_id = ${actor.userId} and v.resource_type = 'REPORT' and v.resource_id = r.id)`;
  const reason = 'does not go with sortBy=lastViewedAt, an order that changes with every look; use page';
  return readNumberedPage(pageRequestOf(query), { reason }, ({ limit, offset }) =>
    queryPrepared(
      database,
      sql<
        WithAccess<ReportRow>
      >`${base} order by ${viewed} ${direction} nulls last, r.id limit ${sql.lit(limit)} offset ${offset}`,
    ),
  );
};

const sortKeys = {
  name: { name: 'text' },
  createdAt: { createdAt: 'time' },
  updatedAt: { updatedAt: 'time' },
} as const;

const readByColumn: ReadPage = (database, base, _actor, query) => {
  const { sortBy } = query;
  const direction = query.sortDirection ?? (sortBy === 'name' ? 'ASC' : 'DESC');
  const { isBehind, orderBy, ...order } = columnOrder<WithAccess<ReportRow>>({
    list: 'reports',
    alias: 'r',
    by: { ...sortKeys[sortBy === 'name' || sortBy === 'createdAt' ? sortBy : 'updatedAt'], id: 'integer' },
    direction: direction === 'ASC' ? 'asc' : 'desc',
  });
  return readPage(pageRequestOf(query), order, ({ limit, after, offset }) =>
    queryPrepared(
      database,
      sql<
        WithAccess<ReportRow>
      >`${base} and ${isBehind(after)} order by ${orderBy} limit ${sql.lit(limit)} offset ${offset}`,
    ),
  );
};
