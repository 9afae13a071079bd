import { limits, type DashboardConfig } from '@oriel/contract';
import { sql, type Insertable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { itemsFor, rowsOf, type WithAccess, type WorkbookRow } from '../items/workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** Makes the store of workbooks. Callers have checked access. */
export function createWorkbookStore(db: Db) {
  return {
    insert: (workbook: Insertable<Tables['workbooks']>) =>
      db
        .insertInto('workbooks')
        .values({ ...workbook, createdBy: workbook.userId })
        .returningAll()
        .executeTakeFirstOrThrow(),
    /**
     * The workbook that has a slug, locked until the transaction ends, with the level of the caller, which may be none.
     */
    async holdBySlug(scope: WorkspaceScope, slug: string): Promise<WithAccess<WorkbookRow> | undefined> {
      const [row] = await rowsOf(
        db,
        sql<WithAccess<WorkbookRow>>`${itemsFor(scope, 'WORKBOOK')} and w.slug = ${slug} for update of w`,
      );
      return row;
    },
    /** Gives a workbook that was just made its metadata, which counts as no change. */
    setMeta: ({ deploymentId, id }: WorkbookRow, meta: Record<string, unknown>): Promise<WorkbookRow> =>
      db
        .updateTable('workbooks')
        .set({ meta: JSON.stringify(meta) })
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
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
