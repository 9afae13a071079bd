import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ViewerRef } from '../embed-tenants/viewer-ref.ts';

/** The SQL of what viewers have to do with the groups of the account, which access policies of data models name. */
export type AccountGroupStore = ReturnType<typeof createAccountGroupStore>;

/** Makes the store of viewers' memberships in groups of the account. */
export function createAccountGroupStore(db: Db) {
  const groupsOf = (tenantId: number) => db.selectFrom('groups').where('tenantId', '=', tenantId);
  return {
    /** The ids of those groups that exist, by name. */
    async findByNames(tenantId: number, names: readonly string[]): Promise<Map<string, number>> {
      const rows = await groupsOf(tenantId)
        .select(['id', 'name'])
        .where('name', '=', sql<string>`any(${[...names]}::text[])`)
        .execute();
      return new Map(rows.map(({ id, name }) => [name, id]));
    },
    /** The names of a viewer's groups in a deployment, in order: those that were set there, else those in the whole account. */
    async listNamesOf({ tenantId, embedUserId, deploymentId }: ViewerRef): Promise<string[]> {
      const rows = await groupsOf(tenantId)
        .innerJoin('embedUserGroups', 'embedUserGroups.groupId', 'groups.id')
        .select('groups.name')
        .where('embedUserGroups.embedUserId', '=', embedUserId)
        .where(
          sql<boolean>`embed_user_groups.deployment_id is not distinct from (
            select d.deployment_id from embed_user_deployments d
            where d.embed_user_id = ${embedUserId} and d.deployment_id = ${deploymentId} and d.has_groups
          )`,
        )
        .orderBy('groups.name')
        .execute();
      return rows.map(({ name }) => name);
    },
    /** Makes a viewer a member of exactly these groups in a deployment. */
    async replaceMemberships(
      { tenantId, embedUserId, deploymentId }: ViewerRef,
      groupIds: readonly number[],
    ): Promise<void> {
      await db
        .deleteFrom('embedUserGroups')
        .where('embedUserId', '=', embedUserId)
        .where('deploymentId', '=', deploymentId)
        .where('groupId', 'in', groupsOf(tenantId).select('id'))
        .execute();
      await db
        .insertInto('embedUserGroups')
        .columns(['groupId', 'embedUserId', 'deploymentId'])
        .expression(
          groupsOf(tenantId)
            .select([
              'id',
              sql<number>`${embedUserId}::integer`.as('embedUserId'),
              sql<number>`${deploymentId}::integer`.as('deploymentId'),
            ])
            .where('id', '=', sql<number>`any(${[...groupIds]}::integer[])`),
        )
        .execute();
    },
  };
}
