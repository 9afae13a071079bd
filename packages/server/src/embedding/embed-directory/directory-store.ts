import type { EmbedTenant, EmbedUser, UserGroupDTO } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { contains } from '../../db/values/text-search.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import type { EmbedTenantRef } from '../embed-tenants/viewer-ref.ts';

/** A viewer as a list has it. */
export type EmbedUserRow = Required<EmbedUser>;

/** A viewer as a member of a group. */
interface MemberRow extends EmbedUserRow {
  /** When the viewer was added. */
  addedAt: string;
}

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

export const groupsNewestFirst = columnOrder<UserGroupDTO>({
  list: 'embed groups',
  alias: 'g',
  by: { id: 'integer' },
  direction: 'desc',
});

export const membersNewestFirst = columnOrder<MemberRow>({
  list: 'embed group members',
  alias: 'u',
  by: { addedAt: 'time', id: 'integer' },
  direction: 'desc',
});

/** Makes the store of the directory. */
export function createDirectoryStore(db: Db) {
  return bindFirst(db, {
    listTenants,
    findTenant,
    removeTenant,
    listUsers,
    findUsers,
    listGroups,
    findGroup,
    insertGroup,
    describeGroup,
    lockGroup,
    removeGroup,
    listMembers,
    addMembers,
    removeMembers,
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

function listGroups(db: Db, tenant: EmbedTenantRef, { limit, after }: PageRange<CursorKey>) {
  return rows(
    db,
    sql<UserGroupDTO>`
    select g.* from (${groupsOf(tenant)}) g where ${groupsNewestFirst.isBehind(after)}
    order by ${groupsNewestFirst.orderBy} limit ${sql.lit(limit)}`,
  );
}

async function findGroup(db: Db, tenant: EmbedTenantRef, id: number): Promise<UserGroupDTO | undefined> {
  const [row] = await rows(db, sql<UserGroupDTO>`select g.* from (${groupsOf(tenant)}) g where g.id = ${id}`);
  return row;
}

/** Undefined where the embed tenant has a group of that name. */
async function insertGroup(
  db: Db,
  { embedTenantId }: EmbedTenantRef,
  group: { name: string; description: string | null },
): Promise<number | undefined> {
  const row = await db
    .insertInto('embedTenantGroups')
    .values({ embedTenantId, ...group })
    .onConflict((conflict) => conflict.columns(['embedTenantId', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

async function describeGroup(
  db: Db,
  { embedTenantId }: EmbedTenantRef,
  id: number,
  description: string | null,
): Promise<void> {
  await db
    .updateTable('embedTenantGroups')
    .set({ description })
    .where('embedTenantId', '=', embedTenantId)
    .where('id', '=', id)
    .execute();
}

/** Until the transaction ends nobody adds a member or removes the group. */
async function lockGroup(db: Db, { embedTenantId }: EmbedTenantRef, id: number): Promise<void> {
  await db
    .selectFrom('embedTenantGroups')
    .select('id')
    .where('embedTenantId', '=', embedTenantId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

async function removeGroup(db: Db, { embedTenantId }: EmbedTenantRef, id: number): Promise<void> {
  await db
    .deleteFrom('embedTenantGroups')
    .where('embedTenantId', '=', embedTenantId)
    .where('id', '=', id)
    .execute();
}

function listMembers(
  db: Db,
  tenant: EmbedTenantRef,
  groupId: number,
  { limit, after }: PageRange<CursorKey>,
) {
  return rows(
    db,
    sql<MemberRow>`
    select u.* from (
      select u.*, m.added_at from (${usersOf(tenant)}) u join (
        select embed_user_id, date_trunc('milliseconds', max(created_at)) as added_at
        from embed_tenant_group_members where group_id = ${groupId} group by embed_user_id
      ) m on m.embed_user_id = u.id
    ) u where ${membersNewestFirst.isBehind(after)}
    order by ${membersNewestFirst.orderBy} limit ${sql.lit(limit)}`,
  );
}

/**
 * Makes viewers members in the whole account, and wherever a session has set their groups by itself; answers with
 * those who were none before.
 */
async function addMembers(db: Db, groupId: number, userIds: readonly number[]): Promise<Set<number>> {
  const added = await rows(
    db,
    sql<{ id: number }>`
    with known as (
      select distinct embed_user_id as id from embed_tenant_group_members where group_id = ${groupId}
    ), wanted as (
      select unnest(${[...userIds]}::integer[]) as id
    ), inserted as (
      insert into embed_tenant_group_members (group_id, embed_user_id, deployment_id)
      select ${groupId}::integer, w.id, null from wanted w
      union all
      select ${groupId}::integer, w.id, d.deployment_id from wanted w
      join embed_user_deployments d on d.embed_user_id = w.id and d.has_tenant_groups
      on conflict do nothing
    )
    select id from wanted where id not in (select id from known)`,
  );
  return new Set(added.map(({ id }) => id));
}

async function removeMembers(db: Db, groupId: number, userIds: readonly number[]): Promise<void> {
  // What is taken away is locked before what tells of it, as in every other transaction.
  await sql`
    with removed as (
      delete from embed_tenant_group_members
      where group_id = ${groupId} and embed_user_id = any(${[...userIds]}::integer[]) returning embed_user_id
    )
    select end_viewers(array_agg(distinct 'viewer ' || embed_user_id)) from removed`.execute(db);
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

async function rows<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows;
}

function usersOf({ tenantId, embedTenantId }: EmbedTenantRef) {
  return sql`
  select e.id, coalesce(e.email, e.external_id) as username, e.email, e.external_id, e.display_name as first_name,
    e.created_at, e.last_login
  from embed_users e where e.tenant_id = ${tenantId} and e.embed_tenant_id = ${embedTenantId} and not e.is_ephemeral`;
}

function groupsOf({ tenantId, embedTenantId }: EmbedTenantRef) {
  return sql`
  select g.id, g.name, g.description, (
    select count(distinct m.embed_user_id) from embed_tenant_group_members m where m.group_id = g.id
  ) as user_count
  from embed_tenant_groups g join embed_tenants t on t.id = g.embed_tenant_id
  where t.tenant_id = ${tenantId} and t.id = ${embedTenantId}`;
}
