import type { reportOperations } from '@oriel/contract';
import type { Database } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { authorScopeOf, scopeOf } from '../workspace-scope.ts';
import { createPlacementService } from './placement-service.ts';
import { authorReportScopeOf, reportScopeOf, type ReportService } from './report-service.ts';
import { createReportUpsert } from './report-upsert.ts';

/** The handlers of the operations of reports. */
export function createReportRoutes(
  database: Database,
  service: ReportService,
): Handlers<Omit<typeof reportOperations, 'deleteReport'>> {
  const upsert = createReportUpsert(database.db, service);
  const placements = createPlacementService(database.db);
  return {
    getReports: (call) => service.list(authorScopeOf(call), call.query),
    createReport: (call) => service.create(authorReportScopeOf(call), call.body),
    upsertReportByPublicId: (call) => upsert(reportScopeOf(call), call.params.reportPublicId, call.body),
    getReport: (call) => service.get(authorScopeOf(call), call.params.reportId),
    updateReport: (call) => service.update(authorReportScopeOf(call), call.params.reportId, call.body),
    connectReportToWorkbook: (call) => placements.connect(scopeOf(call), call.params.reportId, call.body),
    disconnectReportFromWorkbook: (call) =>
      placements.disconnect(scopeOf(call), call.params.reportId, call.body),
    refreshReport: (call) => placements.refresh(scopeOf(call), call.params.reportId, call.body),
  };
}
