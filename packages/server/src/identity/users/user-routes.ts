import type { userOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import type { Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import type { PasswordService } from '../passwords/password-service.ts';
import type { UserService } from './user-service.ts';

/** Makes the handlers of users and of invitations. */
export function createUserRoutes(
  users: UserService,
  passwords: Pick<PasswordService, 'countLinkUse'>,
): Handlers<typeof userOperations> {
  return {
    getUsers: ({ principal, query }) => users.list(unscopedUserOf(principal), query),
    getUser: ({ principal, params }) => users.get(unscopedUserOf(principal), params.userId),
    async createUser(call) {
      const created = await users.create(userOf(call.principal), call.body, call.linkUrl);
      logSecurityEvent(call, 'user_created', { createdId: created.id, roles: created.defaultRoles });
      return created;
    },
    async updateUser(call) {
      const { userId } = call.params;
      const updated = await users.update(userOf(call.principal), userId, call.body);
      logSecurityEvent(call, 'user_changed', { changedId: userId, fields: Object.keys(call.body) });
      return updated;
    },
    async deleteUser(call) {
      await users.remove(userOf(call.principal), call.params.userId);
      logSecurityEvent(call, 'user_deleted', { deletedId: call.params.userId });
    },
    async bulkUserAction(call) {
      const answer = await users.changeMany(userOf(call.principal), call.body, call.log);
      const { action, succeeded } = answer;
      if (call.body.dryRun !== true)
        logSecurityEvent(call, action === 'DELETE' ? 'user_deleted' : 'user_changed', {
          action,
          ids: succeeded,
        });
      return answer;
    },
    async inviteUser(call) {
      const invitation = await users.invite(userOf(call.principal), call.params.userId, await call.linkUrl());
      logSecurityEvent(call, 'user_invited', { invitedId: call.params.userId });
      return invitation;
    },
    async acceptInvitation(call) {
      await passwords.countLinkUse(call);
      const { id, email } = await users.accept(call.principal.tenantId, call.body);
      logSecurityEvent(call, 'password_set', { userId: id });
      return { email };
    },
    updateMySettings: ({ principal, body }) => users.updateSettings(userOf(principal), body),
  };
}
