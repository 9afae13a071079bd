import type { scimOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import type { Db } from '../../db/database.ts';
import type { CallContext, Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/security-log.ts';
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
      const page = await groups.list(unscopedUserOf(call.principal), call.query, view);
      return { status: 200, body: { ...page, Resources: page.Resources.map(view.projection.apply) } };
    },
    async getScimGroup(call) {
      const view = await viewOf(call);
      const group = await groups.get(unscopedUserOf(call.principal), call.params.scimGroupId, view);
      return readUnlessSeen(call.headers['if-none-match'], group.meta?.version, () =>
        view.projection.apply(group),
      );
    },
    async createScimGroup(call) {
      const view = await viewOf(call);
      const group = await groups.create(userOf(call.principal), call.body, view);
      logSecurityEvent(call, 'group_changed', { groupId: Number(group.id) });
      const headers = { location: group.meta?.location ?? '', etag: group.meta?.version };
      return { status: 201, body: view.projection.apply(group), headers };
    },
    async replaceScimGroup(call) {
      const view = await viewOf(call);
      const group = await groups.replace(userOf(call.principal), call.params.scimGroupId, call.body, view);
      logSecurityEvent(call, 'group_changed', { groupId: Number(group.id) });
      return { status: 200, body: view.projection.apply(group) };
    },
    async patchScimGroup(call) {
      const view = await viewOf(call);
      const group = await groups.patch(userOf(call.principal), call.params.scimGroupId, call.body, view);
      logSecurityEvent(call, 'group_changed', { groupId: Number(group.id) });
      return { status: 200, body: view.projection.apply(group) };
    },
    async deleteScimGroup(call) {
      const { scimGroupId } = call.params;
      await groups.remove(userOf(call.principal), scimGroupId);
      logSecurityEvent(call, 'group_deleted', { groupId: Number(scimGroupId) });
      return { status: 204 };
    },
  };
}
