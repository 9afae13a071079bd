import type { embedAccessOperations } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import { scopeOf } from '../../workspace/workspace-scope.ts';
import type { DirectoryService } from '../embed-directory/directory-service.ts';
import { createEmbedAccessService } from './embed-access-service.ts';

/** Makes the handlers of what viewers of embed tenants see. */
export function createEmbedAccessRoutes(
  db: Db,
  directory: DirectoryService,
): Handlers<typeof embedAccessOperations> {
  const service = createEmbedAccessService(db, directory);
  return {
    getEmbedAccess: (call) => service.get(scopeOf(call), call.params.workbookId),
    async updateEmbedAccess(call) {
      const { workbookId } = call.params;
      const access = await service.update(scopeOf(call), workbookId, call.body);
      const deploymentId = call.deployment.id;
      logSecurityEvent(call, 'access_changed', {
        type: 'WORKBOOK',
        id: workbookId,
        deploymentId,
        ...call.body,
      });
      return access;
    },
    listEmbedTenantWorkbooks: (call) =>
      service.listWorkbooks(scopeOf(call), call.params.embedTenantName, call.query),
  };
}
