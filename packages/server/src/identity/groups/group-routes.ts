import type { userGroupOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import type { Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import type { GroupService } from './group-service.ts';

/** Makes the handlers of groups of users. */
export function createGroupRoutes(groups: GroupService): Handlers<typeof userGroupOperations> {
  return {
    // #region routes
    getUserGroups: ({ principal, query }) => groups.list(unscopedUserOf(principal), query),
    getUserGroup: ({ principal, params }) => groups.get(unscopedUserOf(principal), params.groupId),
    // #endregion
    getUserGroupUsers: ({ principal, params, query }) =>
      groups.listMembers(unscopedUserOf(principal), params.groupId, query),
    async createUserGroup(call) {
      const group = await groups.create(userOf(call.principal), call.body);
      logSecurityEvent(call, 'group_changed', { groupId: group.id, roles: group.roles });
      return group;
    },
    async updateUserGroup(call) {
      const group = await groups.update(userOf(call.principal), call.params.groupId, call.body);
      logSecurityEvent(call, 'group_changed', { groupId: group.id, roles: group.roles });
      return group;
    },
    async deleteUserGroup(call) {
      await groups.remove(userOf(call.principal), call.params.groupId);
      logSecurityEvent(call, 'group_deleted', { groupId: call.params.groupId });
    },
    async addUserGroupUsers(call) {
      const { groupId } = call.params;
      const answer = await groups.addMembers(userOf(call.principal), groupId, call.body.userIds);
      logSecurityEvent(call, 'group_changed', { groupId, added: answer.addedUserIds });
      return answer;
    },
    async removeUserGroupUsers(call) {
      const { groupId } = call.params;
      await groups.removeMembers(userOf(call.principal), groupId, call.body.userIds);
      logSecurityEvent(call, 'group_changed', { groupId, removed: call.body.userIds });
    },
  };
}
