import type { embedDirectoryOperations } from '@oriel/contract';
import { unscopedUserOf } from '../../access/scope.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ViewerLimit } from '../embed-users/viewer-limit.ts';
import type { DirectoryService } from './directory-service.ts';
import { createEmbedGroupService } from './embed-group-service.ts';
import { createEmbedProvisioningService } from './embed-provisioning-service.ts';

/** Makes the handlers of the directory of embed tenants, their viewers and groups. */
export function createDirectoryRoutes(
  db: Db,
  directory: DirectoryService,
  viewerLimit: ViewerLimit,
): Handlers<typeof embedDirectoryOperations> {
  const groups = createEmbedGroupService(db, directory, viewerLimit);
  const provisioning = createEmbedProvisioningService(db, viewerLimit);
  return {
    listEmbedTenants: async ({ principal, query }) =>
      directory.listTenants(unscopedUserOf(principal).tenantId, query),
    deleteEmbedTenant: ({ principal, params }) =>
      directory.removeTenant(principal.tenantId, params.embedTenantName),
    listEmbedUsers: async ({ principal, params, query }) =>
      directory.listUsers(unscopedUserOf(principal).tenantId, params.embedTenantName, query),
    provisionEmbedUser: ({ principal, params, body }) =>
      provisioning.provision(principal.tenantId, params.embedTenantName, body),
    provisionEmbedUsers: ({ principal, params, body }) =>
      provisioning.provisionMany(principal.tenantId, params.embedTenantName, body),
    getGroups: async ({ principal, params, query }) =>
      groups.list(unscopedUserOf(principal).tenantId, params.embedTenantName, query),
    createGroup: ({ principal, params, body }) =>
      groups.create(principal.tenantId, params.embedTenantName, body),
    getGroup: async ({ principal, params }) =>
      groups.get(unscopedUserOf(principal).tenantId, params.embedTenantName, params.embedGroupId),
    updateGroup: ({ principal, params, body }) =>
      groups.describe(principal.tenantId, params.embedTenantName, params.embedGroupId, body.description),
    deleteGroup: ({ principal, params }) =>
      groups.remove(principal.tenantId, params.embedTenantName, params.embedGroupId),
    getGroupMembers: async ({ principal, params, query }) =>
      groups.listMembers(
        unscopedUserOf(principal).tenantId,
        params.embedTenantName,
        params.embedGroupId,
        query,
      ),
    addGroupMembers: ({ principal, params, body }) =>
      groups.addMembers(principal.tenantId, params.embedTenantName, params.embedGroupId, body.members),
    removeGroupMembers: ({ principal, params, body }) =>
      groups.removeMembers(principal.tenantId, params.embedTenantName, params.embedGroupId, body.members),
  };
}
