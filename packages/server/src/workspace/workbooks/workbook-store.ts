import { type DashboardConfig } from '@oriel/contract';
import { sql, type RawBuilder, type Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import type { CursorKey } from '../../http/cursor.ts';
import { isAdmin } from '../../http/principal.ts';
import { rowsOf, workbooksFor, type WithAccess, type WorkbookRow } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** The workbooks that somebody sees, those of one folder where one is given. */
export interface WorkbookFilter extends WorkspaceScope {
  folderId: number | undefined;
}

type WorkbookValues = Pick<Updateable<Tables['workbooks']>, 'name' | 'meta' | 'folder_id' | 'slug'>;

export interface WorkbookStore {
  /** Newest change first; `after` is the time of change and the id of the last workbook before the page. */
  list(filter: WorkbookFilter, page: { limit: number; after?: CursorKey }): Promise<WorkbookRow[]>;
  count(filter: WorkbookFilter): Promise<number>;
  insert(
    deploymentId: number,
    userId: number,
    values: { name: string; folder_id: number | null; meta: string },
  ): Promise<WorkbookRow>;
  update(deploymentId: number, id: number, values: WorkbookValues): Promise<WorkbookRow | undefined>;
  saveDraft(
    deploymentId: number,
    id: number,
    draft: DashboardConfig | null,
  ): Promise<WorkbookRow | undefined>;
  remove(deploymentId: number, id: number): Promise<void>;
  find(deploymentId: number, id: number): Promise<WorkbookRow | undefined>;
  /** Who has a slug, which nobody can change until the transaction ends. */
  lockBySlug(scope: WorkspaceScope, slug: string): Promise<WithAccess<WorkbookRow> | undefined>;
  inTransaction<T>(work: (store: WorkbookStore) => Promise<T>): Promise<T>;
}

export function createWorkbookStore(db: Db): WorkbookStore {
  const update = (deploymentId: number, id: number, values: WorkbookValues | { meta: RawBuilder<string> }) =>
    db
      .updateTable('workbooks')
      .set({ ...values, updated_at: sql`now()` })
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  return {
    list: (filter, { limit, after }) =>
      rowsOf(
        db,
        sql<WorkbookRow>`select * from (${seenBy(filter)}) v
          where ${after ? sql`(date_trunc('milliseconds', v.updated_at), v.id) < (${after[0]}, ${after[1]})` : sql`true`}
          order by date_trunc('milliseconds', v.updated_at) desc, v.id desc limit ${limit}`,
      ),
    async count(filter) {
      const [row] = await rowsOf(db, sql<{ count: number }>`select count(*) from (${seenBy(filter)}) v`);
      return row?.count ?? 0;
    },
    insert: (deploymentId, userId, values) =>
      db
        .insertInto('workbooks')
        .values({ ...values, deployment_id: deploymentId, user_id: userId, created_by: userId })
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
        .where('deployment_id', '=', deploymentId)
        .where('id', '=', id)
        .execute();
    },
    find: (deploymentId, id) =>
      db
        .selectFrom('workbooks')
        .selectAll()
        .where('deployment_id', '=', deploymentId)
        .where('id', '=', id)
        .executeTakeFirst(),
    async lockBySlug({ actor, deploymentId }, slug) {
      const [row] = await rowsOf(
        db,
        sql<
          WithAccess<WorkbookRow>
        >`${workbooksFor(actor, deploymentId)} and w.slug = ${slug} for update of w`,
      );
      return row;
    },
    inTransaction: (work) => db.transaction().execute((tx) => work(createWorkbookStore(tx))),
  };
}

function seenBy({ actor, deploymentId, folderId }: WorkbookFilter) {
  const folder = folderId === undefined ? sql`` : sql` and w.folder_id = ${folderId}`;
  const visible = isAdmin(actor) ? sql`true` : sql`s.level > 0`;
  return sql`select * from (${workbooksFor(actor, deploymentId)}${folder}) s where ${visible}`;
}
