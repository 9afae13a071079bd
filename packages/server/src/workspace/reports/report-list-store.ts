import { limits, type OperationTypes, type PageInfo } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { visibilityOf } from '../../access/visibility.ts';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/prepared.ts';
import { toPage } from '../../http/cursor.ts';
import { isAdmin, type UserPrincipal } from '../../http/principal.ts';
import { likePattern } from '../like-pattern.ts';
import { readCursor, type CursorPart } from '../list-cursor.ts';
import { reportsFor, type ReportRow, type WithAccess } from '../workspace-rows.ts';

type ListQuery = OperationTypes['getReports']['query'];
type Rows = WithAccess<ReportRow>[];

/** A page of the reports that a user can see, and how many there are in all. */
export async function listReports(
  database: Database,
  actor: UserPrincipal,
  deploymentId: number,
  query: ListQuery,
): Promise<{ rows: Rows; pageInfo: PageInfo; count: number }> {
  const filters = filtersOf(query);
  const condition = sql.join([sql`true`, ...filters], sql` and `);
  const visibility = visibilityOf(actor, deploymentId);
  const base = sql<
    WithAccess<ReportRow>
  >`${reportsFor(actor, deploymentId)} and ${condition} and ${visibility.isReportSeen}`;
  const readPage = query.sortBy === 'lastViewedAt' ? readByView : readByColumn;
  const counting =
    isAdmin(actor) && filters.length === 0
      ? sql<{ count: number }>`select total as count from report_counts where deployment_id = ${deploymentId}`
      : visibility.countReports(condition);
  const [page, [counted]] = await Promise.all([
    readPage(database, base, actor, query),
    queryPrepared(database, counting),
  ]);
  return { ...page, count: counted?.count ?? 0 };
}

function filtersOf({ workbookId, folderId, externalWorkbookId, search }: ListQuery): RawBuilder<unknown>[] {
  const pattern = search ? likePattern(search) : undefined;
  return [
    ...(workbookId != null ? [sql`r.workbook_id = ${workbookId}`] : []),
    ...(folderId != null ? [sql`r.folder_id = ${folderId}`] : []),
    ...(externalWorkbookId != null ? [sql`r.external_workbook_id = ${externalWorkbookId}`] : []),
    ...(pattern !== undefined ? [sql`(r.name ilike ${pattern} or r.title ilike ${pattern})`] : []),
  ];
}

type ReadPage = (
  database: Database,
  base: RawBuilder<WithAccess<ReportRow>>,
  actor: UserPrincipal,
  query: ListQuery,
) => Promise<{ rows: Rows; pageInfo: PageInfo }>;

const pageSize = ({ first, limit }: ListQuery) => first ?? limit ?? limits.DEFAULT_PAGE_SIZE;

/** In the order in which the caller has looked at them; that changes with every look, so it has pages and no cursor. */
const readByView: ReadPage = async (database, base, actor, query) => {
  const first = pageSize(query);
  const offset = ((query.page ?? 1) - 1) * first;
  const direction = query.sortDirection === 'ASC' ? sql`asc` : sql`desc`;
  const viewed = sql`(select viewed_at from workspace_views v where v.user_id = ${actor.userId} and v.resource_type = 'REPORT' and v.resource_id = r.id)`;
  const rows = await queryPrepared(
    database,
    sql<
      WithAccess<ReportRow>
    >`${base} order by ${viewed} ${direction} nulls last, r.id limit ${sql.lit(first + 1)} offset ${offset}`,
  );
  const pageInfo = {
    hasNextPage: rows.length > first,
    hasPreviousPage: offset > 0,
    startCursor: null,
    endCursor: null,
  };
  return { rows: rows.slice(0, first), pageInfo };
};

interface SortKey {
  column: RawBuilder<unknown>;
  part: CursorPart;
  of(row: ReportRow): string;
}

const sortKeys: Record<'name' | 'createdAt' | 'updatedAt', SortKey> = {
  name: { column: sql`r.name`, part: 'text', of: (row) => row.name },
  createdAt: { column: sql`r.created_at`, part: 'time', of: (row) => row.createdAt },
  updatedAt: { column: sql`r.updated_at`, part: 'time', of: (row) => row.updatedAt },
};

const readByColumn: ReadPage = async (database, base, _actor, query) => {
  const { sortBy, after } = query;
  const first = pageSize(query);
  const isDescending = (query.sortDirection ?? (sortBy === 'name' ? 'ASC' : 'DESC')) === 'DESC';
  const direction = isDescending ? sql`desc` : sql`asc`;
  const key = sortKeys[sortBy === 'name' || sortBy === 'createdAt' ? sortBy : 'updatedAt'];
  const last = after === undefined ? undefined : readCursor(after, [key.part, 'id']);
  const beyond = last
    ? sql`and (${key.column}, r.id) ${isDescending ? sql`<` : sql`>`} (${last[0]}, ${last[1]})`
    : sql``;
  const offset = after === undefined && query.page != null ? (query.page - 1) * first : 0;
  const rows = await queryPrepared(
    database,
    sql<
      WithAccess<ReportRow>
    >`${base} ${beyond} order by ${key.column} ${direction}, r.id ${direction} limit ${sql.lit(first + 1)} offset ${offset}`,
  );
  return toPage(rows, { first, ...(after !== undefined && { after }) }, (row) => [key.of(row), row.id]);
};
