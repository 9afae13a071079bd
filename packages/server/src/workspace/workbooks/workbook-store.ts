import { limits, type DashboardConfig } from '@oriel/contract';
import { sql, type Insertable } from 'kysely';
import { fromItems } from '../../access/item-level.ts';
import { visibleInFolder, visiblePage } from '../../access/visible-page.ts';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import type { CursorKey } from '../../paging/cursor.ts';
import { columnOrder } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { itemsFor, rowsOf, viewOf, type WithAccess, type WorkbookRow } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** The order of lists of workbooks. */
export const newestFirst = columnOrder<WithAccess<WorkbookRow>>({
  list: 'workbooks',
  alias: 'w',
  by: { updatedAt: 'time', id: 'integer' },
  direction: 'desc',
});

/** The workbooks that a caller sees, those of one folder where one is given. */
interface WorkbookFilter extends WorkspaceScope {
  folderId: number | undefined;
}

/** Makes the store of workbooks. Callers have checked access. */
export function createWorkbookStore(db: Db) {
  return {
    /** A page of a list, and how many workbooks all of its pages have: one statement. */
    async list(
      { folderId, ...scope }: WorkbookFilter,
      range: PageRange<CursorKey>,
    ): Promise<{ rows: WithAccess<WorkbookRow>[]; count: number }> {
      const view = viewOf(scope, 'WORKBOOK');
      const visible =
        folderId === undefined ? visiblePage(view, newestFirst, range) : visibleInFolder(view, folderId);
      const { expressions, isShown, level, count } = visible;
      const found = await rowsOf(
        db,
        sql<WithAccess<WorkbookRow> | { id: null; count: number }>`with ${expressions} page as materialized (
            select w.*, ${level} as level ${fromItems(scope.deploymentId, 'WORKBOOK')}
              and ${isShown} and ${newestFirst.isBehind(range.after)}
            order by ${newestFirst.orderBy} limit ${sql.lit(range.limit)}),
          facts as (select ${count} as count)
          select w.*, facts.count from page w full join facts on false order by ${newestFirst.orderBy}`,
      );
      const facts = found.find((row) => row.id === null);
      return { rows: found.filter((row) => row.id !== null), count: facts?.count ?? 0 };
    },
    insert: (workbook: Insertable<Tables['workbooks']>) =>
      db
        .insertInto('workbooks')
        .values({ ...workbook, createdBy: workbook.userId })
        .returningAll()
        .executeTakeFirstOrThrow(),
    /** Metadata with another dashboard draft in it, to be set. */
    withDraft: (draft: DashboardConfig | null) =>
      sql<string>`meta || ${JSON.stringify({ dashboardDraft: draft })}::jsonb`,
    /**
     * Locks a workbook until the transaction ends, and the one that has a slug, if any.
     *
     * @returns the one that has the slug, which may be the workbook itself
     */
    async hold(
      scope: WorkspaceScope,
      id: number,
      slug: string | null = null,
    ): Promise<WithAccess<WorkbookRow> | undefined> {
      if (id > limits.MAX_ID) return undefined;
      // In the order of their ids, so that two workbooks that swap slugs never wait for each other.
      const rows = await rowsOf(
        db,
        sql<WithAccess<WorkbookRow>>`${itemsFor(scope, 'WORKBOOK')} and (w.slug = ${slug} or w.id = ${id})
          order by w.id for update of w`,
      );
      return slug === null ? undefined : rows.find((row) => row.slug === slug);
    },
  };
}
