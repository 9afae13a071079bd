import { refuse, type workbookOperations } from '@oriel/contract';
import { userOrViewerOf } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { scopeOf } from '../workspace-scope.ts';
import { duplicateShared } from './duplicate-shared.ts';
import { publishDashboard } from './dashboard-publishing.ts';
import type { WorkbookService } from './workbook-service.ts';

/** The handlers of the operations of workbooks. */
export function createWorkbookRoutes(
  db: Db,
  service: WorkbookService,
): Handlers<Omit<typeof workbookOperations, 'deleteWorkbook'>> {
  return {
    getWorkbooks: (call) => service.list(scopeOf(call), call.query),
    createWorkbook: (call) => service.create(scopeOf(call), call.body),
    upsertWorkbookBySlug: (call) => service.upsert(scopeOf(call), call.params.slug, call.body),
    duplicateWorkbook: (call) => {
      const caller = userOrViewerOf(call.principal);
      const isShared = call.body.shared ?? false;
      if (caller.kind === 'user' && !isShared)
        return service.duplicate(scopeOf(call), call.params.workbookId);
      if (caller.kind === 'embed' && caller.creatorMode && isShared)
        return duplicateShared(db, caller, call.params.workbookId);
      throw refuse('forbidden', {
        reason: 'Only embed sessions in creator mode copy workbooks of the shared workspace, and no others',
      });
    },
    getWorkbook: (call) => service.get(scopeOf(call), call.params.workbookId),
    updateWorkbook: (call) => service.update(scopeOf(call), call.params.workbookId, call.body),
    updateWorkbookDashboard: (call) => service.saveDraft(scopeOf(call), call.params.workbookId, call.body),
    getWorkbookDashboard: (call) => service.getDashboard(scopeOf(call), call.params.workbookId),
    publishDashboard: (call) => publishDashboard(db, scopeOf(call), call.params.workbookId, call.body),
  };
}
