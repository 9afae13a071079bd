import type { GroupDefinition } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** The embed tenant whose groups a statement is about. */
export interface EmbedTenantRef {
  tenantId: number;
  embedTenantId: number;
}

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
    /** The names of a viewer's groups, in order. */
    async listNamesOf(tenant: EmbedTenantRef, embedUserId: number): Promise<string[]> {
      const rows = await groupsOf(tenant)
        .innerJoin('embedTenantGroupMembers', 'embedTenantGroupMembers.groupId', 'embedTenantGroups.id')
        .select('embedTenantGroups.name')
        .where('embedUserId', '=', embedUserId)
        .orderBy('embedTenantGroups.name')
        .execute();
      return rows.map(({ name }) => name);
    },
    /** Makes a viewer a member of exactly these groups of its tenant. */
    async replaceMemberships(
      tenant: EmbedTenantRef,
      embedUserId: number,
      groupIds: readonly number[],
    ): Promise<void> {
      await db
        .deleteFrom('embedTenantGroupMembers')
        .where('embedUserId', '=', embedUserId)
        .where('groupId', 'in', groupsOf(tenant).select('id'))
        .execute();
      await db
        .insertInto('embedTenantGroupMembers')
        .columns(['groupId', 'embedUserId'])
        .expression(
          groupsOf(tenant)
            .select(['id', sql<number>`${embedUserId}::integer`.as('embedUserId')])
            .where('id', '=', sql<number>`any(${[...groupIds]}::integer[])`),
        )
        .execute();
    },
  };
}
