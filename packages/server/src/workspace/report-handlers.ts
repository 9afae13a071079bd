import { refuse, type OperationTypes, type Report } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels } from '../access/access-level.ts';
import type { Database, Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { userOf, type UserPrincipal } from '../http/principal.ts';
import { constraintsChecked } from './constraint-refusals.ts';
import { makePublicId } from './public-id.ts';
import { toReports } from './serialize-items.ts';
import { listReports } from './report-list.ts';
import { recordView } from './view-history.ts';
import { createWorkspaceAccess } from './workspace-access.ts';
import type { ReportRow, WithAccess } from './workspace-rows.ts';

type ReportOperation =
  | 'getReports'
  | 'createReport'
  | 'getReport'
  | 'updateReport'
  | 'deleteReport'
  | 'refreshReport';

export function createReportHandlers(database: Database): Handlers<ReportOperation> {
  const { db } = database;
  const one = async (row: WithAccess<ReportRow>): Promise<Report> => {
    const [report] = await toReports(db, [row]);
    if (!report) throw new Error(`The report ${row.id} was not serialised`);
    return report;
  };
  return {
    async getReports({ principal, deployment, query }) {
      const { rows, pageInfo, count } = await listReports(database, userOf(principal), deployment.id, query);
      const items = await toReports(db, rows);
      return { items, data: items, count, pageInfo };
    },
    async createReport({ principal, deployment, body }) {
      const actor = userOf(principal);
      await checkPlace(db, actor, deployment.id, body);
      const row = await constraintsChecked(body, () =>
        db
          .insertInto('reports')
          .values({
            deployment_id: deployment.id,
            public_id: body.publicId ?? makePublicId(),
            name: body.name ?? body.title ?? 'Untitled report',
            source: body.source ?? null,
            user_id: actor.userId,
            created_by: actor.userId,
            ...columnsOf(body),
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
      return one({ ...row, level: accessLevels.manage });
    },
    async getReport({ principal, deployment, params }) {
      const actor = userOf(principal);
      const row = await createWorkspaceAccess(db, actor, deployment.id).getReport(
        params.reportId,
        accessLevels.read,
      );
      const [report] = await Promise.all([
        one(row),
        recordView(db, actor.userId, { type: 'REPORT', id: row.id }),
      ]);
      return report;
    },
    async updateReport({ principal, deployment, params, body }) {
      const actor = userOf(principal);
      const report = await createWorkspaceAccess(db, actor, deployment.id).getReport(
        params.reportId,
        accessLevels.edit,
      );
      if (body.publicId != null && body.publicId !== report.public_id)
        throw refuse('public_id_fixed', { publicId: report.public_id });
      checkMayMove(report, body);
      await checkPlace(db, actor, deployment.id, body);
      const row = await constraintsChecked(body, () =>
        db
          .updateTable('reports')
          .set({
            ...columnsOf(body),
            ...(body.name != null && { name: body.name }),
            version: sql`version + 1`,
            updated_at: sql`now()`,
          })
          .where('id', '=', report.id)
          .where('deployment_id', '=', deployment.id)
          .returningAll()
          .executeTakeFirst(),
      );
      if (!row) throw refuse('report_not_found', { id: params.reportId });
      return one({ ...row, level: report.level });
    },
    async deleteReport({ principal, deployment, params }) {
      const report = await createWorkspaceAccess(db, userOf(principal), deployment.id).getReport(
        params.reportId,
        accessLevels.manage,
      );
      await db
        .deleteFrom('reports')
        .where('deployment_id', '=', deployment.id)
        .where('id', '=', report.id)
        .execute();
    },
    async refreshReport({ principal, deployment, params, body }) {
      const actor = userOf(principal);
      const report = await createWorkspaceAccess(db, actor, deployment.id).getReport(
        params.reportId,
        accessLevels.read,
      );
      const placements = refreshPlacements(report.placements, body, actor.userId);
      const row = await db
        .updateTable('reports')
        .set({ refreshed_by: actor.userId, placements: JSON.stringify(placements) })
        .where('id', '=', report.id)
        .where('deployment_id', '=', deployment.id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw refuse('report_not_found', { id: params.reportId });
      return one({ ...row, level: report.level });
    },
  };
}

type ReportInput = OperationTypes['createReport']['body'] | OperationTypes['updateReport']['body'];

/** The columns of the fields that were sent. */
function columnsOf(body: ReportInput) {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.folderId !== undefined && { folder_id: body.folderId }),
    ...(body.workbookId !== undefined && { workbook_id: body.workbookId }),
    ...(body.sqlQuery !== undefined && { sql_query: body.sqlQuery }),
    ...(body.jsonQuery !== undefined && { json_query: body.jsonQuery }),
    ...(body.pivotItems !== undefined && { pivot_items: json(body.pivotItems) }),
    ...(body.meta !== undefined && { meta: json(body.meta) }),
    ...(body.externalWorkbookId !== undefined && { external_workbook_id: body.externalWorkbookId }),
    ...(body.resultLocation !== undefined && { result_location: body.resultLocation }),
    ...(body.endResultCell !== undefined && { end_result_cell: body.endResultCell }),
  };
}

/** Where a report goes, its author must be able to put things; its query must be one. */
async function checkPlace(
  db: Db,
  actor: UserPrincipal,
  deploymentId: number,
  body: ReportInput,
): Promise<void> {
  const access = createWorkspaceAccess(db, actor, deploymentId);
  if (body.folderId != null) await access.getFolder(body.folderId, accessLevels.edit);
  if (body.workbookId != null) await access.getWorkbook(body.workbookId, accessLevels.edit);
  if (body.jsonQuery == null) return;
  try {
    JSON.parse(body.jsonQuery);
  } catch (cause) {
    const issues = [{ path: 'jsonQuery', message: `is not JSON: ${(cause as Error).message}` }];
    throw refuse('validation_failed', { count: 1 }, { issues, cause });
  }
}

/** Another folder or workbook brings the rights of its owner, so only who manages a report takes it there. */
function checkMayMove(report: WithAccess<ReportRow>, { folderId, workbookId }: ReportInput): void {
  const stays =
    (folderId === undefined || folderId === report.folder_id) &&
    (workbookId === undefined || workbookId === report.workbook_id);
  if (!stays && report.level < accessLevels.manage)
    throw refuse('forbidden', { reason: `You may not move the report ${report.id}` });
}

type Refresh = OperationTypes['refreshReport']['body'];

function refreshPlacements(placements: readonly object[], target: Refresh, userId: number): object[] {
  return (placements as readonly Record<string, unknown>[]).map((placement) => {
    const isMeant =
      target.placementId != null
        ? placement['id'] === target.placementId
        : target.externalWorkbookId != null && placement['workbookId'] === target.externalWorkbookId;
    return isMeant
      ? { ...placement, refreshedAt: new Date().toISOString(), refreshedByUserId: userId }
      : placement;
  });
}
