import { limits, refuse, type DashboardConfig, type OperationTypes, type Workbook } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels } from '../access/access-level.ts';
import type { Db } from '../db/database.ts';
import { decodeCursor, toPage } from '../http/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { isAdmin, userOf, type UserPrincipal } from '../http/principal.ts';
import { constraintsChecked } from './constraint-refusals.ts';
import { checkDashboardDraft } from './dashboard-draft.ts';
import { publishDashboard } from './publish-dashboard.ts';
import { draftOf, toWorkbooks } from './serialize-items.ts';
import { recordView } from './view-history.ts';
import { createWorkspaceAccess } from './workspace-access.ts';
import { rowsOf, workbooksFor, type WithAccess, type WorkbookRow } from './workspace-rows.ts';

type WorkbookOperation =
  | 'getWorkbooks'
  | 'createWorkbook'
  | 'getWorkbook'
  | 'updateWorkbook'
  | 'deleteWorkbook'
  | 'updateWorkbookDashboard'
  | 'publishDashboard';

export function createWorkbookHandlers(db: Db): Handlers<WorkbookOperation> {
  const one = async (row: WorkbookRow): Promise<Workbook> => {
    const [workbook] = await toWorkbooks(db, [{ type: 'WORKBOOK', row }]);
    if (!workbook) throw new Error(`The workbook ${row.id} was not serialised`);
    return workbook;
  };
  return {
    async getWorkbooks({ principal, deployment, query }) {
      const actor = userOf(principal);
      const { rows, pageInfo, count } = await listWorkbooks(db, actor, deployment.id, query);
      const items = await toWorkbooks(
        db,
        rows.map((row) => ({ type: 'WORKBOOK', row })),
      );
      return { items, data: items, count, pageInfo };
    },
    async createWorkbook({ principal, deployment, body }) {
      const actor = userOf(principal);
      if (body.folderId != null)
        await createWorkspaceAccess(db, actor, deployment.id).getFolder(body.folderId, accessLevels.edit);
      const meta = JSON.stringify(checkedMeta(body.meta ?? {}));
      const row = await constraintsChecked(body, () =>
        db
          .insertInto('workbooks')
          .values({
            deployment_id: deployment.id,
            name: body.name?.trim() || 'Untitled workbook',
            folder_id: body.folderId ?? null,
            meta,
            user_id: actor.userId,
            created_by: actor.userId,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
      return one(row);
    },
    async getWorkbook({ principal, deployment, params }) {
      const actor = userOf(principal);
      const row = await createWorkspaceAccess(db, actor, deployment.id).getWorkbook(
        params.workbookId,
        accessLevels.read,
      );
      const [workbook] = await Promise.all([
        one(row),
        recordView(db, actor.userId, { type: 'WORKBOOK', id: row.id }),
      ]);
      return workbook;
    },
    async updateWorkbook({ principal, deployment, params, body }) {
      const actor = userOf(principal);
      const row = await updateWorkbook(db, actor, deployment.id, params.workbookId, body);
      return one(row);
    },
    async deleteWorkbook({ principal, deployment, params }) {
      const workbook = await createWorkspaceAccess(db, userOf(principal), deployment.id).getWorkbook(
        params.workbookId,
        accessLevels.manage,
      );
      await db
        .deleteFrom('workbooks')
        .where('deployment_id', '=', deployment.id)
        .where('id', '=', workbook.id)
        .execute();
    },
    async updateWorkbookDashboard({ principal, deployment, params, body }) {
      const actor = userOf(principal);
      const workbook = await createWorkspaceAccess(db, actor, deployment.id).getWorkbook(
        params.workbookId,
        accessLevels.edit,
      );
      const draft =
        body.dashboardDraft === undefined ? draftOf(workbook) : checkDashboardDraft(body.dashboardDraft);
      const row = await db
        .updateTable('workbooks')
        .set({
          meta: sql`meta || ${JSON.stringify({ dashboardDraft: draft })}::jsonb`,
          updated_at: sql`now()`,
        })
        .where('deployment_id', '=', deployment.id)
        .where('id', '=', workbook.id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw refuse('workbook_not_found', { id: params.workbookId });
      const { dashboardDraft, dashboardPublished } = await one(row);
      return { dashboardDraft, dashboardPublished };
    },
    async publishDashboard({ principal, deployment, params, body }) {
      const actor = userOf(principal);
      const workbook = await createWorkspaceAccess(db, actor, deployment.id).getWorkbook(
        params.workbookId,
        accessLevels.edit,
      );
      if (body.workbookId !== workbook.id)
        throw refuse('invalid_request', {
          reason: `workbookId ${body.workbookId} is not the workbook of the address, ${workbook.id}`,
        });
      return constraintsChecked({ workbookId: workbook.id }, () =>
        publishDashboard(db, actor, workbook, body),
      );
    },
  };
}

type WorkbookUpdate = OperationTypes['updateWorkbook']['body'];

async function updateWorkbook(
  db: Db,
  actor: UserPrincipal,
  deploymentId: number,
  id: number,
  body: WorkbookUpdate,
): Promise<WorkbookRow> {
  const access = createWorkspaceAccess(db, actor, deploymentId);
  const workbook = await access.getWorkbook(
    id,
    body.folderId === undefined ? accessLevels.edit : accessLevels.manage,
  );
  if (body.folderId != null) await access.getFolder(body.folderId, accessLevels.edit);
  const slug = body.slug?.trim().toLowerCase() || null;
  const change = async (tx: Db) => {
    if (slug !== null)
      await freeSlug(tx, actor, { deploymentId, workbookId: id, slug, takeover: body.slugTakeover ?? false });
    const row = await tx
      .updateTable('workbooks')
      .set({
        ...(body.name != null && { name: body.name.trim() || workbook.name }),
        ...(body.meta !== undefined && { meta: JSON.stringify(checkedMeta(body.meta ?? {})) }),
        ...(body.folderId !== undefined && { folder_id: body.folderId }),
        ...(body.slug !== undefined && { slug }),
        updated_at: sql`now()`,
      })
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw refuse('workbook_not_found', { id });
    return row;
  };
  return constraintsChecked({ slug, folderId: body.folderId }, () => db.transaction().execute(change));
}

/** A slug belongs to one workbook; taking it from another needs the right to edit that one. */
async function freeSlug(
  tx: Db,
  actor: UserPrincipal,
  {
    deploymentId,
    workbookId,
    slug,
    takeover,
  }: { deploymentId: number; workbookId: number; slug: string; takeover: boolean },
): Promise<void> {
  const holder = await tx
    .selectFrom('workbooks')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst();
  if (!holder || holder.id === workbookId) return;
  if (!takeover) throw refuse('slug_taken', { slug });
  const [seen] = await rowsOf(
    tx,
    sql<WithAccess<WorkbookRow>>`${workbooksFor(actor, deploymentId)} and w.id = ${holder.id}`,
  );
  // The same words whether the caller sees that workbook or not: a slug must not lead to what is hidden.
  if (!seen || seen.level < accessLevels.edit)
    throw refuse('forbidden', {
      reason: `The slug ${JSON.stringify(slug)} is of a workbook that you may not edit; choose another`,
    });
  await tx
    .updateTable('workbooks')
    .set({ slug: null })
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', holder.id)
    .execute();
}

function checkedMeta(meta: Record<string, unknown>): Record<string, unknown> {
  const { dashboardDraft, ...rest } = meta;
  if (dashboardDraft === undefined) return rest;
  const draft: DashboardConfig | null = checkDashboardDraft(dashboardDraft);
  return { ...rest, dashboardDraft: draft };
}

async function listWorkbooks(
  db: Db,
  actor: UserPrincipal,
  deploymentId: number,
  query: OperationTypes['getWorkbooks']['query'],
) {
  const first = query.first ?? limits.DEFAULT_PAGE_SIZE;
  const folder = query.folderId == null ? sql`` : sql` and w.folder_id = ${query.folderId}`;
  const visible = isAdmin(actor) ? sql`true` : sql`s.level > 0`;
  const base = sql`select * from (${workbooksFor(actor, deploymentId)}${folder}) s where ${visible}`;
  const [updatedAt, id] = query.after === undefined ? [] : decodeCursor(query.after, 2);
  const after =
    query.after === undefined
      ? sql`true`
      : sql`(date_trunc('milliseconds', v.updated_at), v.id) < (${updatedAt}, ${id})`;
  const [rows, [counted]] = await Promise.all([
    rowsOf(
      db,
      sql<
        WithAccess<WorkbookRow>
      >`select * from (${base}) v where ${after} order by date_trunc('milliseconds', v.updated_at) desc, v.id desc limit ${first + 1}`,
    ),
    rowsOf(db, sql<{ count: number }>`select count(*) from (${base}) v`),
  ]);
  const page = toPage(rows, { first, ...(query.after !== undefined && { after: query.after }) }, (row) => [
    row.updated_at,
    row.id,
  ]);
  return { ...page, count: counted?.count ?? 0 };
}
