import type { GroupDefinition } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { createMembershipStore } from './membership-store.ts';
import type { EmbedTenantRef } from './viewer-ref.ts';

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
  const tables = {
    groups: 'embed_tenant_groups',
    members: 'embed_tenant_group_members',
  };
  const isOwnedBy = (tenant: EmbedTenantRef) => sql<boolean>`g.embed_tenant_id = ${idOf(tenant)}`;
  return {
    ...createMembershipStore(db, tables, isOwnedBy),
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
    /** The description of a group by its name; undefined where there is no such group. */
    async findDescription(
      tenant: EmbedTenantRef,
      name: string,
    ): Promise<{ description: string | null } | undefined> {
      return groupsOf(tenant).select('description').where('name', '=', name).executeTakeFirst();
    },
  };
}
