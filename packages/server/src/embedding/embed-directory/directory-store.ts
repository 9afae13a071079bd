import type { EmbedTenant } from '@oriel/contract';
import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { contains } from '../../db/values/text-search.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import type { EmbedTenantRef } from '../embed-tenants/viewer-ref.ts';
import { rows, usersOf, type EmbedUserRow } from './directory-rows.ts';

export const tenantsByName = columnOrder<EmbedTenant>({
  list: 'embed tenants',
  alias: 't',
  by: { name: 'text', id: 'integer' },
});

export const usersByName = columnOrder<EmbedUserRow>({
  list: 'embed users',
  alias: 'u',
  by: { username: 'name', id: 'integer' },
});

/** Makes the store of embed tenants and their viewers. */
export function createDirectoryStore(db: Db) {
  return bindFirst(db, {
    listTenants,
    findTenant,
    removeTenant,
    listUsers,
    findUsers,
    addUsers,
    setTexts,
    replaceGroups,
  });
}

function listTenants(
  db: Db,
  tenantId: number,
  search: string | null,
  { limit, after }: PageRange<CursorKey>,
) {
  return rows(
    db,
    sql<EmbedTenant>`
    select t.* from (
      select e.id, e.name, e.display_name, e.created_at,
        (select count(*) from embed_users u where u.embed_tenant_id = e.id and not u.is_ephemeral) as user_count
      from embed_tenants e where e.tenant_id = ${tenantId}
    ) t where ${tenantsByName.isBehind(after)} and ${contains(search, [sql`t.name`])}
    order by ${tenantsByName.orderBy} limit ${sql.lit(limit)}`,
  );
}

async function findTenant(db: Db, tenantId: number, name: string): Promise<EmbedTenantRef | undefined> {
  const row = await db
    .selectFrom('embedTenants')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { tenantId, embedTenantId: row.id };
}

/** With viewers, groups and attributes; what was shared with it has no key that follows it. */
async function removeTenant(db: Db, { tenantId, embedTenantId }: EmbedTenantRef): Promise<void> {
  await sql`
    delete from grants where subject_type = 'EMBED_TENANT' and subject_id = ${embedTenantId}
      and deployment_id in (select id from deployments where tenant_id = ${tenantId})`.execute(db);
  await db
    .deleteFrom('embedTenants')
    .where('tenantId', '=', tenantId)
    .where('id', '=', embedTenantId)
    .execute();
}

function listUsers(
  db: Db,
  tenant: EmbedTenantRef,
  search: string | null,
  { limit, after }: PageRange<CursorKey>,
) {
  return rows(
    db,
    sql<EmbedUserRow>`
    select u.* from (${usersOf(tenant)}) u where ${usersByName.isBehind(after)}
      and ${contains(search, [sql`u.email`, sql`u.external_id`])}
    order by ${usersByName.orderBy} limit ${sql.lit(limit)}`,
  );
}

function findUsers(
  db: Db,
  tenant: EmbedTenantRef,
  by: { ids: readonly number[]; externalIds: readonly string[] },
) {
  return rows(
    db,
    sql<EmbedUserRow>`
    select u.* from (${usersOf(tenant)}) u
    where u.id = any(${[...by.ids]}::integer[]) or u.external_id = any(${[...by.externalIds]}::text[])`,
  );
}

/** Creates those viewers that are not there. */
async function addUsers(
  db: Db,
  { tenantId, embedTenantId }: EmbedTenantRef,
  externalIds: readonly string[],
): Promise<void> {
  await sql`
    insert into embed_users (tenant_id, embed_tenant_id, external_id)
    select ${tenantId}::integer, ${embedTenantId}::integer, unnest(${[...externalIds]}::text[])
    on conflict (embed_tenant_id, external_id) do update set is_ephemeral = false`.execute(db);
}

/** What is given holds in every deployment from now on. */
async function setTexts(
  db: Db,
  { tenantId }: EmbedTenantRef,
  id: number,
  texts: { email?: string; displayName?: string; picture?: string },
): Promise<void> {
  if (Object.keys(texts).length === 0) return;
  await db
    .updateTable('embedUsers')
    .set(texts)
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute();
  const cleared = Object.fromEntries(Object.keys(texts).map((name) => [name, null]));
  await db.updateTable('embedUserDeployments').set(cleared).where('embedUserId', '=', id).execute();
}

/**
 * Makes a viewer a member of exactly these groups of one kind, in every deployment. Tokens with a group that the
 * viewer has lost by it end.
 */
async function replaceGroups(
  db: Db,
  kind: 'embed_user_groups' | 'embed_tenant_group_members',
  userId: number,
  groupIds: readonly number[],
): Promise<void> {
  const named =
    kind === 'embed_user_groups'
      ? sql`select g.id, g.name from groups g`
      : sql`select g.id, 'system:tenant:' || t.name || ':group:' || g.name as name
          from embed_tenant_groups g join embed_tenants t on t.id = g.embed_tenant_id`;
  const isSet = kind === 'embed_user_groups' ? 'hasGroups' : 'hasTenantGroups';
  await db
    .updateTable('embedUserDeployments')
    .set({ [isSet]: false })
    .where('embedUserId', '=', userId)
    .execute();
  await sql`
    insert into ${sql.table(kind)} (group_id, embed_user_id, deployment_id)
    select unnest(${[...groupIds]}::integer[]), ${userId}::integer, null on conflict do nothing`.execute(db);
  // A group that stays keeps the time at which the viewer was added.
  await sql`
    with removed as (
      delete from ${sql.table(kind)} where embed_user_id = ${userId}
        and (deployment_id is not null or group_id <> all(${[...groupIds]}::integer[])) returning group_id
    )
    select end_viewers(array_agg(distinct 'viewer ' || ${userId}::integer || ' group ' || g.name)) from (${named}) g
    where g.id in (select group_id from removed) and g.id <> all(${[...groupIds]}::integer[])`.execute(db);
}
