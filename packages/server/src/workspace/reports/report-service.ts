import { refuse, type OperationTypes, type PageInfo, type Report } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Database } from '../../db/database.ts';
import { constraintsChecked } from '../constraint-refusals.ts';
import { makePublicId } from '../public-id.ts';
import { toReports } from '../serialize-items.ts';
import { recordView } from '../view-history-store.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import type { ReportRow, WithAccess } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { listReports } from './report-list-store.ts';
import { refreshPlacements } from './report-placements.ts';
import { checkJsonQuery, checkMayMove, checkPublicIdStays } from './report-policy.ts';
import { createReportStore } from './report-store.ts';

export interface ReportService {
  list(
    scope: WorkspaceScope,
    query: OperationTypes['getReports']['query'],
  ): Promise<{ items: Report[]; pageInfo: PageInfo; count: number }>;
  /** @throws `public_id_taken`, `validation_failed`; 404 and 403 for the folder and the workbook */
  create(scope: WorkspaceScope, input: OperationTypes['createReport']['body']): Promise<Report>;
  /** @throws `report_not_found` */
  get(scope: WorkspaceScope, id: number): Promise<Report>;
  /** @throws `public_id_fixed`, `validation_failed`; 404 and 403, also for the folder and the workbook */
  update(scope: WorkspaceScope, id: number, input: OperationTypes['updateReport']['body']): Promise<Report>;
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

export function createReportService(database: Database): ReportService {
  const { db } = database;
  const store = createReportStore(db);
  const accessFor = ({ actor, deploymentId }: WorkspaceScope) =>
    createWorkspaceAccess(db, actor, deploymentId);
  const checkPlace = async (scope: WorkspaceScope, { folderId, workbookId }: Place) => {
    const access = accessFor(scope);
    if (folderId != null) await access.getFolder(folderId, accessLevels.edit);
    if (workbookId != null) await access.getWorkbook(workbookId, accessLevels.edit);
  };
  const one = async (row: WithAccess<ReportRow>): Promise<Report> => {
    const [report] = await toReports(db, [row]);
    if (!report) throw new Error(`The report ${row.id} was not serialised`);
    return report;
  };
  return {
    async list({ actor, deploymentId }, query) {
      const { rows, pageInfo, count } = await listReports(database, actor, deploymentId, query);
      return { items: await toReports(db, rows), pageInfo, count };
    },
    async create(scope, input) {
      const { actor, deploymentId } = scope;
      checkJsonQuery(input.jsonQuery);
      await checkPlace(scope, input);
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
      checkJsonQuery(input.jsonQuery);
      await checkPlace(scope, input);
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
