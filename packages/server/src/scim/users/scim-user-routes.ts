import type { scimOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import type { Database } from '../../db/database.ts';
import type { CallContext, Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import { readUnlessSeen } from '../not-modified.ts';
import { readProjection } from '../projection.ts';
import { createScimUserService } from './scim-user-service.ts';
import type { ScimAddress } from './to-scim-user.ts';

type UserOperations = Pick<
  typeof scimOperations,
  'listScimUsers' | 'createScimUser' | 'getScimUser' | 'replaceScimUser' | 'patchScimUser' | 'deleteScimUser'
>;

/** Makes the handlers of users of SCIM. */
export function createScimUserRoutes(
  database: Pick<Database, 'db' | 'pipelined'>,
  extensionUrn: string,
): Handlers<UserOperations> {
  const users = createScimUserService(database, extensionUrn);
  const addressOf = async (call: Pick<CallContext, 'linkUrl'>): Promise<ScimAddress> => ({
    baseUrl: await call.linkUrl(),
    extensionUrn,
  });
  return {
    async listScimUsers(call) {
      const { apply } = readProjection(call.query);
      const page = await users.list(unscopedUserOf(call.principal), call.query, await addressOf(call));
      return { status: 200, body: { ...page, Resources: page.Resources.map(apply) } };
    },
    async getScimUser(call) {
      const user = await users.get(
        unscopedUserOf(call.principal),
        call.params.scimUserId,
        await addressOf(call),
      );
      return readUnlessSeen(call.headers['if-none-match'], user.meta?.version, () =>
        readProjection(call.query).apply(user),
      );
    },
    async createScimUser(call) {
      const user = await users.create(userOf(call.principal), call.body, await addressOf(call));
      logSecurityEvent(call, 'user_created', { createdId: Number(user.id) });
      const headers = { location: user.meta?.location ?? '', etag: user.meta?.version };
      return { status: 201, body: readProjection(call.query).apply(user), headers };
    },
    async replaceScimUser(call) {
      const { principal, params, body, query } = call;
      const user = await users.replace(userOf(principal), params.scimUserId, body, await addressOf(call));
      logSecurityEvent(call, 'user_changed', { changedId: Number(user.id), fields: Object.keys(body) });
      return { status: 200, body: readProjection(query).apply(user) };
    },
    async patchScimUser(call) {
      const { principal, params, body, query } = call;
      const user = await users.patch(userOf(principal), params.scimUserId, body, await addressOf(call));
      const fields = body.Operations.map(({ path = '' }) => path);
      logSecurityEvent(call, 'user_changed', { changedId: Number(user.id), fields });
      return { status: 200, body: readProjection(query).apply(user) };
    },
    async deleteScimUser(call) {
      const { scimUserId } = call.params;
      await users.remove(userOf(call.principal), scimUserId);
      logSecurityEvent(call, 'user_deleted', { deletedId: Number(scimUserId) });
      return { status: 204 };
    },
  };
}
