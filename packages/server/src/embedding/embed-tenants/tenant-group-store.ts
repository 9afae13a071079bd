import type { GroupDefinition } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { EmbedTenantRef, ViewerRef } from './viewer-ref.ts';

/** The SQL of the groups that one embed tenant organises its viewers in. */
export type TenantGroupStore = ReturnType<typeof createTenantGroupStore>;

/** Makes the store of the groups of embed tenants. */
export function createTenantGroupStore(db: Db) {
  const idOf = ({ tenantId, embedTenantId }: EmbedTenantRef) =>
    db
      .selectFrom('embedTenants')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', embedTenantId);
  const groupsOf = (tenant: EmbedTenantRef) =>
    db.selectFrom('embedTenantGroups').where('embedTenantId', '=', idOf(tenant));
  return {
    /** Creates the group, or changes its description where one is given. */
    async upsert(tenant: EmbedTenantRef, { name, description = null }: GroupDefinition): Promise<void> {
      await db
        .insertInto('embedTenantGroups')
        .values({ embedTenantId: idOf(tenant), name, description })
        .onConflict((conflict) =>
          conflict.columns(['embedTenantId', 'name']).doUpdateSet({
            description: sql`coalesce(excluded.description, embed_tenant_groups.description)`,
          }),
        )
        .execute();
    },
    /** The ids of those groups that exist, by name. */
    async findByNames(tenant: EmbedTenantRef, names: readonly string[]): Promise<Map<string, number>> {
      const rows = await groupsOf(tenant)
        .select(['id', 'name'])
        .where('name', '=', sql<string>`any(${[...names]}::text[])`)
        .execute();
      return new Map(rows.map(({ id, name }) => [name, id]));
    },
    /** The description of a group by its name; undefined where there is no such group. */
    async findDescription(
      tenant: EmbedTenantRef,
      name: string,
    ): Promise<{ description: string | null } | undefined> {
      return groupsOf(tenant).select('description').where('name', '=', name).executeTakeFirst();
    },
    /** The names of a viewer's groups in a deployment, in order: those that were set there, else those in the whole account. */
    async listNamesOf(viewer: ViewerRef): Promise<string[]> {
      const { embedUserId, deploymentId } = viewer;
      const rows = await groupsOf(viewer)
        .innerJoin('embedTenantGroupMembers', 'embedTenantGroupMembers.groupId', 'embedTenantGroups.id')
        .select('embedTenantGroups.name')
        .where('embedTenantGroupMembers.embedUserId', '=', embedUserId)
        .where(
          sql<boolean>`embed_tenant_group_members.deployment_id is not distinct from (
            select d.deployment_id from embed_user_deployments d
            where d.embed_user_id = ${embedUserId} and d.deployment_id = ${deploymentId} and d.has_tenant_groups
          )`,
        )
        .orderBy('embedTenantGroups.name')
        .execute();
      return rows.map(({ name }) => name);
    },
    /** Makes a viewer a member of exactly these groups of its tenant in a deployment. */
    async replaceMemberships(viewer: ViewerRef, groupIds: readonly number[]): Promise<void> {
      const { embedUserId, deploymentId } = viewer;
      await db
        .deleteFrom('embedTenantGroupMembers')
        .where('embedUserId', '=', embedUserId)
        .where('deploymentId', '=', deploymentId)
        .where('groupId', 'in', groupsOf(viewer).select('id'))
        .execute();
      await db
        .insertInto('embedTenantGroupMembers')
        .columns(['groupId', 'embedUserId', 'deploymentId'])
        .expression(
          groupsOf(viewer)
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
