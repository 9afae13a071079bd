import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';

/** An embed tenant as a session names it. */
interface EmbedTenantInput {
  name: string;
  displayName?: string | null | undefined;
}

/** What an embed tenant is called in one deployment. */
interface EmbedTenantName {
  embedTenantId: number;
  deploymentId: number;
  displayName: string;
}

/** Makes the store of embed tenants. */
export function createEmbedTenantStore(db: Db) {
  return bindFirst(db, { getAccountName, isDefault, ensure, setNameIn, upsert });
}

/** The name of the account itself, which is also that of its default embed tenant. */
async function getAccountName(db: Db, tenantId: number): Promise<string> {
  const { name } = await db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return name;
}

/**
 * Whether an embed tenant is the default one, of all viewers with sessions that named none: they may be of
 * different customers.
 */
async function isDefault(db: Db, embedTenantId: number): Promise<boolean> {
  const found = await db
    .selectFrom('embedTenants as e')
    .innerJoin('tenants as t', (join) => join.onRef('t.id', '=', 'e.tenantId').onRef('t.name', '=', 'e.name'))
    .select('e.id')
    .where('e.id', '=', embedTenantId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Creates the embed tenant of a name where there is none, and changes nothing of one that is there; answers with
 * its id.
 */
async function ensure(
  db: Db,
  tenantId: number,
  { name, displayName = null }: EmbedTenantInput,
): Promise<number> {
  await db
    .insertInto('embedTenants')
    .values({ tenantId, name, displayName })
    .onConflict((conflict) => conflict.columns(['tenantId', 'name']).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('embedTenants')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

/** What the embed tenant is called in one deployment. */
async function setNameIn(
  db: Db,
  tenantId: number,
  { embedTenantId, deploymentId, displayName }: EmbedTenantName,
): Promise<void> {
  await db
    .insertInto('embedTenantDeployments')
    .columns(['embedTenantId', 'deploymentId', 'displayName'])
    .expression(
      db
        .selectFrom('embedTenants')
        .select([
          'id',
          sql<number>`${deploymentId}::integer`.as('deploymentId'),
          sql<string>`${displayName}::text`.as('displayName'),
        ])
        .where('tenantId', '=', tenantId)
        .where('id', '=', embedTenantId),
    )
    .onConflict((conflict) =>
      conflict.columns(['embedTenantId', 'deploymentId']).doUpdateSet({ displayName }),
    )
    .execute();
}

/** Creates the embed tenant of a name, or changes its display name where one is given; answers with its id. */
async function upsert(
  db: Db,
  tenantId: number,
  { name, displayName = null }: EmbedTenantInput,
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
}
