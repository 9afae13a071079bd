import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** The SQL of an account's embed tenants: the customers that its viewers belong to. */
export type EmbedTenantStore = ReturnType<typeof createEmbedTenantStore>;

/** Makes the store of embed tenants. */
export function createEmbedTenantStore(db: Db) {
  return {
    /** The name of the account itself, which is also that of its default embed tenant. */
    async getAccountName(tenantId: number): Promise<string> {
      const { name } = await db
        .selectFrom('tenants')
        .select('name')
        .where('id', '=', tenantId)
        .executeTakeFirstOrThrow();
      return name;
    },
    /** Creates the embed tenant of a name, or changes its display name where one is given; answers with its id. */
    async upsert(
      tenantId: number,
      { name, displayName = null }: { name: string; displayName?: string | null | undefined },
    ): Promise<number> {
      const { id } = await db
        .insertInto('embedTenants')
        .values({ tenantId, name, displayName })
        .onConflict((conflict) =>
          conflict
            .columns(['tenantId', 'name'])
            .doUpdateSet({ displayName: sql`coalesce(excluded.display_name, embed_tenants.display_name)` }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
