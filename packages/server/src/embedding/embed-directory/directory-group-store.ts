import type { UserGroupDTO } from '@oriel/contract';
import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import type { EmbedTenantRef } from '../embed-tenants/viewer-ref.ts';
import { rows, usersOf, type EmbedUserRow } from './directory-rows.ts';

/** A viewer as a member of a group. */
interface MemberRow extends EmbedUserRow {
  /** When the viewer was added. */
  addedAt: string;
}

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

/** Makes the store of the groups of embed tenants and of their members. */
export function createDirectoryGroupStore(db: Db) {
  return bindFirst(db, {
    listGroups,
    findGroup,
    insertGroup,
    describeGroup,
    lockGroup,
    removeGroup,
    listMembers,
    addMembers,
    removeMembers,
  });
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

function groupsOf({ tenantId, embedTenantId }: EmbedTenantRef) {
  return sql`
  select g.id, g.name, g.description, (
    select count(distinct m.embed_user_id) from embed_tenant_group_members m where m.group_id = g.id
  ) as user_count
  from embed_tenant_groups g join embed_tenants t on t.id = g.embed_tenant_id
  where t.tenant_id = ${tenantId} and t.id = ${embedTenantId}`;
}
