import { refuse, type OperationTypes, type Report } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Database } from '../../db/database.ts';
import { toListAnswer, type ListAnswer } from '../../paging/page.ts';
import { constraintsChecked } from '../constraint-refusals.ts';
import { makePublicId } from '../public-id.ts';
import { serializeOne, toReports } from '../serialize-items.ts';
import { recordView } from '../view-history-store.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import type { ReportRow, WithAccess } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import type { AskingReport, CheckReportQuery } from './report-query-check.ts';
import { listReports } from './report-list-store.ts';
import { refreshPlacements } from './report-placements.ts';
import { checkMayMove, checkPublicIdStays } from './report-policy.ts';
import { createReportStore } from './report-store.ts';

/** A workspace, and the branch of the model that its reports are asked of. */
export interface ReportScope extends WorkspaceScope {
  readonly branch: string;
}

export interface ReportService {
  list(scope: WorkspaceScope, query: OperationTypes['getReports']['query']): Promise<ListAnswer<Report>>;
  /**
   * @throws `public_id_taken`; what {@link CheckReportQuery} throws; 404 and 403 for the folder and the workbook
   */
  create(scope: ReportScope, input: OperationTypes['createReport']['body']): Promise<Report>;
  /** @throws `report_not_found` */
  get(scope: WorkspaceScope, id: number): Promise<Report>;
  /** @throws `public_id_fixed`; what {@link CheckReportQuery} throws; 404 and 403, also for the folder and the workbook */
  update(scope: ReportScope, id: number, input: OperationTypes['updateReport']['body']): Promise<Report>;
  /** @throws 404 and 403 */
  remove(scope: WorkspaceScope, id: number): Promise<void>;
  /** Notes that the caller has read the data anew, in all of the placements that the target names. */
  refresh(
    scope: WorkspaceScope,
    id: number,
    target: OperationTypes['refreshReport']['body'],
  ): Promise<Report>;
}

type Place = Pick<OperationTypes['createReport']['body'], 'folderId' | 'workbookId'>;

export function createReportService(database: Database, checkQuery: CheckReportQuery): ReportService {
  const { db } = database;
  const store = createReportStore(db);
  const accessFor = (scope: WorkspaceScope) => createWorkspaceAccess(db, scope);
  const checkPlace = async (scope: WorkspaceScope, { folderId, workbookId }: Place) => {
    const access = accessFor(scope);
    if (folderId != null) await access.getFolder(folderId, accessLevels.edit);
    if (workbookId != null) await access.getWorkbook(workbookId, accessLevels.edit);
  };
  const one = (row: WithAccess<ReportRow>) => serializeOne(row, (rows) => toReports(db, rows));
  return {
    async list({ actor, deploymentId }, query) {
      const { count, ...page } = await listReports(database, actor, deploymentId, query);
      return toListAnswer(await toReports(db, page.rows), page, count);
    },
    async create(scope, input) {
      const { actor, deploymentId } = scope;
      await checkPlace(scope, input);
      await checkQuery(scope, input);
      const publicId = input.publicId ?? makePublicId();
      const row = await constraintsChecked({ ...input, publicId }, () =>
        store.insert({ deploymentId, userId: actor.userId, publicId, input }),
      );
      return one({ ...row, level: accessLevels.manage });
    },
    async get(scope, id) {
      const row = await accessFor(scope).getReport(id, accessLevels.read);
      const [report] = await Promise.all([
        one(row),
        recordView(db, scope.actor.userId, { type: 'REPORT', id }),
      ]);
      return report;
    },
    async update(scope, id, input) {
      const report = await accessFor(scope).getReport(id, accessLevels.edit);
      checkPublicIdStays(report, input);
      checkMayMove(report, input);
      await checkPlace(scope, input);
      if (input.jsonQuery !== undefined || input.meta !== undefined)
        await checkQuery(scope, changed(report, input));
      const row = await constraintsChecked(input, () => store.update(scope.deploymentId, id, input));
      if (!row) throw refuse('report_not_found', { id });
      return one({ ...row, level: report.level });
    },
    async remove(scope, id) {
      await accessFor(scope).getReport(id, accessLevels.manage);
      await store.remove(scope.deploymentId, id);
    },
    async refresh(scope, id, target) {
      const { actor, deploymentId } = scope;
      const report = await accessFor(scope).getReport(id, accessLevels.read);
      const placements = refreshPlacements(report.placements, target, actor.userId);
      const row = await store.refresh(deploymentId, id, { userId: actor.userId, placements });
      if (!row) throw refuse('report_not_found', { id });
      return one({ ...row, level: report.level });
    },
  };
}

/** What a report asks once the fields that were sent are in it. */
function changed(report: ReportRow, { jsonQuery, meta }: AskingReport): AskingReport {
  return {
    jsonQuery: jsonQuery === undefined ? report.jsonQuery : jsonQuery,
    meta: meta === undefined ? report.meta : meta,
  };
}
