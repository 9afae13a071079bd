import type { dashboardVersionOperations } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { scopeOf } from '../workspace-scope.ts';
import { createDashboardService } from './dashboards/dashboard-service.ts';
import type { WorkbookService } from './workbook-service.ts';

/** The handlers of the operations of dashboards and their versions. */
export function createDashboardRoutes(
  db: Db,
  workbooks: WorkbookService,
): Handlers<typeof dashboardVersionOperations> {
  const service = createDashboardService(db);
  return {
    listDashboardVersions: (call) => service.listVersions(scopeOf(call), call.params.workbookId, call.query),
    getDashboardVersion: (call) =>
      service.getVersion(scopeOf(call), call.params.workbookId, call.params.versionNumber),
    restoreDashboardVersion: (call) =>
      workbooks.restore(scopeOf(call), {
        ...call.body,
        workbookId: call.params.workbookId,
        versionNumber: call.params.versionNumber,
      }),
    updateDashboardState: (call) => service.setState(scopeOf(call), call.params.workbookId, call.body),
    updatePublishedDashboardAiWidgetThread: (call) =>
      service.setThread(scopeOf(call), call.params.workbookId, call.body),
  };
}
