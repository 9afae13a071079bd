import type { roleOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import type { CallContext, Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import type { RoleService } from './role-service.ts';
import type { RoleHolder } from './role-store.ts';

/** Makes the handlers of roles. */
export function createRoleRoutes(roles: RoleService): Handlers<typeof roleOperations> {
  const assign = async (call: CallContext, roleId: number, holder: RoleHolder) => {
    await roles.assign(userOf(call.principal), roleId, holder);
    logSecurityEvent(call, 'role_assigned', { roleId, ...holder });
  };
  const unassign = async (call: CallContext, roleId: number, holder: RoleHolder) => {
    await roles.unassign(userOf(call.principal), roleId, holder);
    logSecurityEvent(call, 'role_removed', { roleId, ...holder });
  };
  return {
    getRoles: ({ principal, query }) => roles.list(unscopedUserOf(principal), query),
    getRole: ({ principal, params }) => roles.get(unscopedUserOf(principal), params.roleId),
    async createRole(call) {
      const role = await roles.create(userOf(call.principal), call.body);
      logSecurityEvent(call, 'role_changed', { roleId: role.id });
      return role;
    },
    async updateRole(call) {
      const role = await roles.update(userOf(call.principal), call.params.roleId, call.body);
      logSecurityEvent(call, 'role_changed', { roleId: role.id });
      return role;
    },
    async deleteRole(call) {
      await roles.remove(userOf(call.principal), call.params.roleId);
      logSecurityEvent(call, 'role_deleted', { roleId: call.params.roleId });
    },
    assignRoleToUser: (call) => assign(call, call.params.roleId, { userId: call.params.userId }),
    removeRoleFromUser: (call) => unassign(call, call.params.roleId, { userId: call.params.userId }),
    assignRoleToGroup: (call) => assign(call, call.params.roleId, { groupId: call.params.groupId }),
    removeRoleFromGroup: (call) => unassign(call, call.params.roleId, { groupId: call.params.groupId }),
  };
}
