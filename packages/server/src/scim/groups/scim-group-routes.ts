import type { scimOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import type { Db } from '../../db/database.ts';
import type { CallContext, Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import { readUnlessSeen } from '../not-modified.ts';
import { readProjection, type ShownAttributes } from '../projection.ts';
import { createScimGroupService, type GroupView } from './scim-group-service.ts';

type GroupOperations = Pick<
  typeof scimOperations,
  | 'listScimGroups'
  | 'createScimGroup'
  | 'getScimGroup'
  | 'replaceScimGroup'
  | 'patchScimGroup'
  | 'deleteScimGroup'
>;

/** Makes the handlers of groups of SCIM. */
export function createScimGroupRoutes(db: Db): Handlers<GroupOperations> {
  const groups = createScimGroupService(db);
  const viewOf = async (
    call: Pick<CallContext, 'linkUrl'> & { query: ShownAttributes },
  ): Promise<GroupView> => ({
    baseUrl: await call.linkUrl(),
    projection: readProjection(call.query),
  });
  return {
    async listScimGroups(call) {
      const view = await viewOf(call);
      return { status: 200, body: await groups.list(unscopedUserOf(call.principal), call.query, view) };
    },
    async getScimGroup(call) {
      const view = await viewOf(call);
      const group = await groups.get(unscopedUserOf(call.principal), call.params.scimGroupId, view);
      return readUnlessSeen(call.headers['if-none-match'], group.version, () => group.body);
    },
    async createScimGroup(call) {
      const view = await viewOf(call);
      const group = await groups.create(userOf(call.principal), call.body, view);
      logSecurityEvent(call, 'group_changed', { groupId: group.id });
      const headers = { location: group.location, etag: group.version };
      return { status: 201, body: group.body, headers };
    },
    async replaceScimGroup(call) {
      const view = await viewOf(call);
      const group = await groups.replace(userOf(call.principal), call.params.scimGroupId, call.body, view);
      logSecurityEvent(call, 'group_changed', { groupId: group.id });
      return { status: 200, body: group.body };
    },
    async patchScimGroup(call) {
      const view = await viewOf(call);
      const group = await groups.patch(userOf(call.principal), call.params.scimGroupId, call.body, view);
      logSecurityEvent(call, 'group_changed', { groupId: group.id });
      return { status: 200, body: group.body };
    },
    async deleteScimGroup(call) {
      const { scimGroupId } = call.params;
      await groups.remove(userOf(call.principal), scimGroupId);
      logSecurityEvent(call, 'group_deleted', { groupId: Number(scimGroupId) });
      return { status: 204 };
    },
  };
}
