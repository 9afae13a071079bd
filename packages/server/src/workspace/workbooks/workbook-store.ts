import { limits, type DashboardConfig } from '@oriel/contract';
import { sql, type RawBuilder, type Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import type { CursorKey } from '../../paging/cursor.ts';
import type { ColumnOrder } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { seesEverything } from '../../access/principal.ts';
import { itemsFor, rowsOf, visibilityFor, type WithAccess, type WorkbookRow } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** The workbooks that somebody sees, those of one folder where one is given. */
export interface WorkbookFilter extends WorkspaceScope {
  folderId: number | undefined;
}

type WorkbookValues = Pick<Updateable<Tables['workbooks']>, 'name' | 'meta' | 'folderId' | 'slug'>;

export interface WorkbookStore {
  list(
    filter: WorkbookFilter,
    order: ColumnOrder<WorkbookRow>,
    range: PageRange<CursorKey>,
  ): Promise<WorkbookRow[]>;
  count(filter: WorkbookFilter): Promise<number>;
  insert(
    deploymentId: number,
    userId: number,
    values: { name: string; folderId: number | null; meta: string },
  ): Promise<WorkbookRow>;
  update(deploymentId: number, id: number, values: WorkbookValues): Promise<WorkbookRow | undefined>;
  saveDraft(
    deploymentId: number,
    id: number,
    draft: DashboardConfig | null,
  ): Promise<WorkbookRow | undefined>;
  remove(deploymentId: number, id: number): Promise<void>;
  find(deploymentId: number, id: number): Promise<WorkbookRow | undefined>;
  /** Which workbook has a slug. It and the one that wants the slug are held until the transaction ends. */
  holdForSlug(
    scope: WorkspaceScope,
    wish: { slug: string; workbookId: number },
  ): Promise<WithAccess<WorkbookRow> | undefined>;
  inTransaction<T>(work: (store: WorkbookStore) => Promise<T>): Promise<T>;
}

export function createWorkbookStore(db: Db): WorkbookStore {
  const update = (deploymentId: number, id: number, values: WorkbookValues | { meta: RawBuilder<string> }) =>
    db
      .updateTable('workbooks')
      .set({ ...values, updatedAt: sql`now()` })
      .where('deploymentId', '=', deploymentId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  return {
    list: ({ folderId, ...scope }, { isBehind, orderBy }, { limit, after }) =>
      rowsOf(
        db,
        sql<WorkbookRow>`select w.* from workbooks w
          where w.deployment_id = ${scope.deploymentId} and ${isIn(folderId)}
            and ${visibilityFor(scope).isShown('WORKBOOK')}
            and ${isBehind(after)}
          order by ${orderBy} limit ${sql.lit(limit)}`,
      ),
    async count({ actor, deploymentId, folderId }) {
      const [row] = await rowsOf(
        db,
        seesEverything(actor) && folderId === undefined
          ? sql<{
              count: number;
            }>`select total as count from workbook_counts where deployment_id = ${deploymentId}`
          : visibilityFor({ actor, deploymentId }).count('WORKBOOK', isIn(folderId)),
      );
      return row?.count ?? 0;
    },
    insert: (deploymentId, userId, values) =>
      db
        .insertInto('workbooks')
        .values({ ...values, deploymentId, userId, createdBy: userId })
        .returningAll()
        .executeTakeFirstOrThrow(),
    update,
    saveDraft: (deploymentId, id, draft) =>
      update(deploymentId, id, {
        meta: sql`meta || ${JSON.stringify({ dashboardDraft: draft })}::jsonb`,
      }),
    async remove(deploymentId, id) {
      await db
        .deleteFrom('workbooks')
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
        .execute();
    },
    find: (deploymentId, id) =>
      db
        .selectFrom('workbooks')
        .selectAll()
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
        .executeTakeFirst(),
    async holdForSlug(scope, { slug, workbookId }) {
      // In the order of their ids, so that two workbooks that swap slugs never wait for each other.
      const rows = await rowsOf(
        db,
        sql<
          WithAccess<WorkbookRow>
        >`${itemsFor(scope, 'WORKBOOK')} and (w.slug = ${slug} or w.id = ${workbookId}) order by w.id for update of w`,
      );
      return rows.find((row) => row.slug === slug);
    },
    inTransaction: (work) => db.transaction().execute((tx) => work(createWorkbookStore(tx))),
  };
}

function isIn(folderId: number | undefined): RawBuilder<unknown> {
  if (folderId === undefined) return sql`true`;
  // An id that is larger than any is of nothing.
  return folderId > limits.MAX_ID ? sql`false` : sql`w.folder_id = ${folderId}`;
}
