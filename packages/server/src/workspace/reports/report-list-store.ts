import { limits } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import { userIdOf } from '../../access/principal.ts';
import type { View, VisibleRows } from '../../access/visibility/view.ts';
import { visibilityOf } from '../../access/visibility/visibility.ts';
import { visibleByRowInFolder, visibleInFolder } from '../../access/visibility/visible-in-folder.ts';
import { filteredPage, visiblePage } from '../../access/visibility/visible-page.ts';
import type { Database } from '../../db/database.ts';
import { Parameter, type Bindable } from '../../db/parameter.ts';
import { hidden } from '../../db/statements/prepared.ts';
import type { CursorKey } from '../../paging/list-order.ts';
import {
  readNumberedPage,
  readPage,
  type BindableRange,
  type Page,
  type PageRange,
  type PageRequest,
} from '../../paging/page.ts';
import { createItemPages, type ListedRow, type PageParts } from '../items/item-page.ts';
import {
  detailsOf,
  selectReportFacts,
  type ReportDetails,
  type ReportFacts,
} from '../items/report-details.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import {
  bindFilters,
  conditionsOf,
  reportOrder,
  viewOrder,
  type ReportFilters,
  type ReportListQuery,
} from './report-list-query.ts';

type ListedReport = ListedRow<'REPORT'>;

/** A page of reports, what they are shown with, and how many there are in all. */
interface ReportList extends Page<ListedReport> {
  details: ReportDetails;
  /** Null where it was not counted. */
  count: number | null;
}

/** Lists the reports that a user can see: a page, and how many there are in all. */
type ListReports = (scope: WorkspaceScope, query: ReportListQuery) => Promise<ReportList>;

/** What stands beside a page of reports; `isSeen` of the folder that is asked for, where one is. */
type ListFacts = ReportFacts & { isSeen?: boolean };

const NO_CURSOR = 'does not go with sortBy=lastViewedAt, an order that changes with every look; use page';

/**
 * Makes the list of reports: one statement, and a second one for a folder that the caller does not see but something in
 * it.
 */
export function createReportList(database: Pick<Database, 'db' | 'pool'>): ListReports {
  const readItems = createItemPages(database);
  return async (scope, query) => {
    const { filters, shape, values } = bindFilters(query);
    const isByView = query.sortBy === 'lastViewedAt';
    let beside: Pick<ReportList, 'details' | 'count'> | undefined;
    const readRows = async (range: PageRange<CursorKey | undefined>) => {
      const read = (isFolderSeen: boolean) =>
        readItems<'REPORT', ListFacts>({
          scope,
          type: 'REPORT',
          range,
          shape: [shape, query.sortBy, query.sortDirection, isFolderSeen, isCounted(query)].join(' '),
          values: { ...values, ...(isByView && { viewer: userIdOf(scope.actor) }) },
          isPlanned: filters.search !== undefined,
          restsOnFolders: !isByView && conditionsOf(filters).length === 0,
          partsOf: (view, bound) => partsOf({ view, range: bound, filters, query, isFolderSeen }),
        });
      const found = await read(true);
      const { rows, facts } = found.facts.isSeen === false ? await read(false) : found;
      beside = { details: detailsOf(facts), count: facts.count };
      return rows;
    };
    const request = pageRequestOf(query);
    const page = isByView
      ? await readNumberedPage<ListedReport>(request, { reason: NO_CURSOR }, readRows)
      : await readPage<ListedReport, CursorKey>(request, reportOrder(query), readRows);
    if (!beside) throw new Error('No page was read');
    return { ...page, ...beside };
  };
}

function pageRequestOf({ first, limit, page, after }: ReportListQuery): PageRequest {
  const size = first ?? limit ?? limits.DEFAULT_PAGE_SIZE;
  return { first: size, after, offset: ((page ?? 1) - 1) * size };
}

/** A list as its statement is put together: with parameters for all that differs between requests of its shape. */
interface Asked {
  view: View;
  range: BindableRange;
  filters: ReportFilters;
  query: ReportListQuery;
  /** Whether the caller sees the folder that is asked for; nothing is said by it where none is. */
  isFolderSeen: boolean;
}

function partsOf(asked: Asked): PageParts {
  const { query, filters } = asked;
  const isByView = query.sortBy === 'lastViewedAt';
  const { orderBy } = isByView
    ? { orderBy: viewOrder(query, new Parameter('viewer')) }
    : reportOrder(query, filters.folderId);
  const { folderId } = filters;
  if (folderId !== undefined) return { ...inFolder({ ...asked, folderId }), orderBy };
  const { facts = sql``, ...rows } = isByView ? byRow(asked) : inOrder(asked);
  return { ...rows, orderBy, facts: sql`, ${selectReportFacts} ${facts}` };
}

/** What is shown of one folder, by the least that decides it: the folder, or each row. */
function inFolder({
  view,
  range,
  filters,
  query,
  isFolderSeen,
  folderId,
}: Asked & { folderId: Bindable<number> }) {
  const { folderId: _, ...others } = filters;
  const conditions = conditionsOf(others);
  const order = query.sortBy === 'lastViewedAt' ? undefined : reportOrder(query, folderId);
  const isBehind = order ? order.isBehind(range.after) : sql`true`;
  const all = isFolderSeen ? visibleInFolder(view, folderId) : visibleByRowInFolder(view, folderId);
  const isWalked = isFolderSeen && order?.isWithinFolder === true;
  const shown = isWalked
    ? visibleInFolder(view, folderId, order.isBehind(range.after)).isShown
    : sql`${all.isShown} and ${isBehind}`;
  const counted = sql<number>`(select count(*) from reports r where ${sql.join([...conditions, all.isShown], sql` and `)})`;
  return {
    expressions: all.expressions,
    isShown: sql<boolean>`${sql.join([...conditions, shown], sql` and `)}`,
    count: conditions.length === 0 ? all.count : counted,
    facts: sql`, ${selectReportFacts}, ${all.isSeen} as is_seen`,
  };
}

/** What is shown of the whole deployment in an order of columns. */
function inOrder(asked: Asked): VisibleRows {
  const { view, range, filters, query } = asked;
  const order = reportOrder(query);
  const conditions = conditionsOf(filters);
  if (conditions.length === 0) return visiblePage(view, order, range);
  const condition = sql.join(conditions, sql` and `);
  const rows = byRow(asked);
  const otherwise = isCounted(query) ? rows : { ...rows, count: sql<null>`null` };
  return filteredPage(view, order, range, { condition, otherwise });
}

/**
 * Whether all that a search finds is counted, however much that is: for clients that page by number. To count what half
 * of a million reports have in their names takes a second.
 */
function isCounted({ search, first, after, page, limit }: ReportListQuery): boolean {
  const pagesByCursor = (first ?? after) != null && (page ?? limit) == null;
  return search == null || !pagesByCursor;
}

/** Decides each row, whatever the order: of lists that few ask for, and of those that a filter leaves many of. */
function byRow({ view, filters }: Asked): VisibleRows {
  const { accessor, deploymentId } = view;
  const visibility = visibilityOf(accessor, deploymentId);
  const inDeployment = sql`r.deployment_id = ${hidden(deploymentId, 'integer')}`;
  const isAsked = sql.join([inDeployment, ...conditionsOf(filters)], sql` and `);
  const isShown = sql<boolean>`${isAsked} and ${visibility.isShown('REPORT')}`;
  const leavesFew = filters.workbookId !== undefined || filters.externalWorkbookId !== undefined;
  const seesAll = Math.min(accessor.leastLevel, accessor.highestLevel) >= accessLevels.read;
  const isWhole = conditionsOf(filters).length === 0;
  const total = sql<number>`coalesce((select total from report_counts where deployment_id = ${hidden(deploymentId, 'integer')}), 0)`;
  const each = sql<number>`(select count(*) from reports r where ${isShown})`;
  const counted = leavesFew ? each : sql<number>`(${visibility.count('REPORT', isAsked)})`;
  return { expressions: sql``, isShown, count: isWhole && seesAll ? total : counted };
}
