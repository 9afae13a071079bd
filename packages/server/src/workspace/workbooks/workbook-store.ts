import { limits, type DashboardConfig } from '@oriel/contract';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import { seesEverything } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import type { CursorKey } from '../../paging/cursor.ts';
import { columnOrder } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { itemsFor, rowsOf, visibilityFor, type WithAccess, type WorkbookRow } from '../workspace-rows.ts';
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
    list: ({ folderId, ...scope }: WorkbookFilter, { limit, after }: PageRange<CursorKey>) =>
      rowsOf(
        db,
        sql<WithAccess<WorkbookRow>>`${itemsFor(scope, 'WORKBOOK')} and ${isIn(folderId)}
            and ${visibilityFor(scope).isShown('WORKBOOK')} and ${newestFirst.isBehind(after)}
          order by ${newestFirst.orderBy} limit ${sql.lit(limit)}`,
      ),
    async count({ folderId, ...scope }: WorkbookFilter): Promise<number> {
      const counting =
        seesEverything(scope.actor) && folderId === undefined
          ? sql<{ count: number }>`select total as count from workbook_counts
              where deployment_id = ${scope.deploymentId}`
          : visibilityFor(scope).count('WORKBOOK', isIn(folderId));
      return (await rowsOf(db, counting))[0]?.count ?? 0;
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

function isIn(folderId: number | undefined): RawBuilder<unknown> {
  if (folderId === undefined) return sql`true`;
  // An id that is larger than any is of nothing.
  return folderId > limits.MAX_ID ? sql`false` : sql`w.folder_id = ${folderId}`;
}
