import { refuse, type workbookOperations } from '@oriel/contract';
import { userOrViewerOf } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { authorScopeOf, scopeOf } from '../workspace-scope.ts';
import { duplicateShared } from './duplicate-shared.ts';
import { publishDashboard } from './dashboards/dashboard-publishing.ts';
import type { WorkbookService } from './workbook-service.ts';

/** The handlers of the operations of workbooks. */
export function createWorkbookRoutes(
  db: Db,
  service: WorkbookService,
): Handlers<Omit<typeof workbookOperations, 'deleteWorkbook'>> {
  return {
    getWorkbooks: (call) => service.list(scopeOf(call), call.query),
    createWorkbook: (call) => service.create(authorScopeOf(call), call.body),
    upsertWorkbookBySlug: (call) => service.upsert(scopeOf(call), call.params.slug, call.body),
    duplicateWorkbook: (call) => {
      const caller = userOrViewerOf(call.principal);
      const isShared = call.body.shared ?? false;
      if (caller.kind === 'user' && !isShared)
        return service.duplicate(scopeOf(call), call.params.workbookId);
      if (caller.kind === 'embed' && caller.creatorMode && isShared)
        return duplicateShared(db, caller, call.params.workbookId);
      if (caller.kind === 'embed' && caller.creatorMode)
        return service.duplicate(authorScopeOf(call), call.params.workbookId);
      throw refuse('forbidden', {
        reason: 'Only embed sessions in creator mode copy workbooks of the shared workspace',
      });
    },
    getWorkbook: (call) => service.get(authorScopeOf(call), call.params.workbookId),
    updateWorkbook: (call) => service.update(authorScopeOf(call), call.params.workbookId, call.body),
    updateWorkbookDashboard: (call) =>
      service.saveDraft(authorScopeOf(call), call.params.workbookId, call.body),
    getWorkbookDashboard: (call) => service.getDashboard(authorScopeOf(call), call.params.workbookId),
    publishDashboard: (call) => publishDashboard(db, authorScopeOf(call), call.params.workbookId, call.body),
  };
}
