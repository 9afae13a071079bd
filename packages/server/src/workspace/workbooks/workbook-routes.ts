import type { workbookOperations } from '@oriel/contract';
import type { Database } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { scopeOf } from '../workspace-scope.ts';
import { publishDashboard } from './dashboard-publishing.ts';
import { createWorkbookService } from './workbook-service.ts';

/** The handlers of the operations of workbooks. */
export function createWorkbookRoutes(
  database: Database,
): Handlers<Omit<typeof workbookOperations, 'deleteWorkbook'>> {
  const service = createWorkbookService(database);
  return {
    getWorkbooks: (call) => service.list(scopeOf(call), call.query),
    createWorkbook: (call) => service.create(scopeOf(call), call.body),
    getWorkbook: (call) => service.get(scopeOf(call), call.params.workbookId),
    updateWorkbook: (call) => service.update(scopeOf(call), call.params.workbookId, call.body),
    updateWorkbookDashboard: (call) =>
      service.saveDraft(scopeOf(call), call.params.workbookId, call.body.dashboardDraft),
    publishDashboard: (call) =>
      publishDashboard(database.db, scopeOf(call), call.params.workbookId, call.body),
  };
}
