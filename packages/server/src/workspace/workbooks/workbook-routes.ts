import type { workbookOperations } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { scopeOf } from '../workspace-scope.ts';
import { createDashboardPublishing } from './dashboard-publishing.ts';
import { createWorkbookService } from './workbook-service.ts';

export function createWorkbookRoutes(db: Db): Handlers<typeof workbookOperations> {
  const service = createWorkbookService(db);
  const publishing = createDashboardPublishing(db);
  return {
    getWorkbooks: (call) => service.list(scopeOf(call), call.query),
    createWorkbook: (call) => service.create(scopeOf(call), call.body),
    getWorkbook: (call) => service.get(scopeOf(call), call.params.workbookId),
    updateWorkbook: (call) => service.update(scopeOf(call), call.params.workbookId, call.body),
    deleteWorkbook: (call) => service.remove(scopeOf(call), call.params.workbookId),
    async updateWorkbookDashboard(call) {
      const { workbookId } = call.params;
      const { dashboardDraft, dashboardPublished } = await service.saveDraft(
        scopeOf(call),
        workbookId,
        call.body.dashboardDraft,
      );
      return { dashboardDraft, dashboardPublished };
    },
    publishDashboard: (call) => publishing.publish(scopeOf(call), call.params.workbookId, call.body),
  };
}
