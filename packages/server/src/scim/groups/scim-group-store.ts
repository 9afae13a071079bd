import { sql, type RawBuilder } from 'kysely';
import { groupTag } from '../../access/record-tag.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { ScimListOptions } from '../read-list.ts';

/** A group as it is stored, with what SCIM shows of it. */
export interface ScimGroupRow {
  id: number;
  name: string;
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  version: string;
  /** The ids of its users in order; absent where they are not asked for. */
  memberIds?: number[];
}

/** A user in a group. */
interface MemberRow {
  /** Id of the user. */
  value: string;
  display: string;
}

/** Makes the store of groups as SCIM has them. */
export function createScimGroupStore(db: Db) {
  return bindFirst(db, {
    list,
    count,
    find,
    listMembers,
    listNames,
    listMemberIds,
    setExternalId,
    removeOthers,
    removeWhere,
  });
}

async function run(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  return void (await statement.execute(db));
}

/**
 * A page, with the members or without. With them it ends before the group that would bring it beyond `maxMembers`,
 * but has one group at least.
 */
async function list(
  db: Db,
  tenantId: number,
  { where, orderBy, offset, limit }: ScimListOptions,
  maxMembers: number | undefined,
): Promise<ScimGroupRow[]> {
  const page = sql`g.tenant_id = ${tenantId} and ${where} order by ${orderBy} offset ${offset} limit ${limit}`;
  if (maxMembers === undefined) return (await selectGroups({ hasMembers: false }, page).execute(db)).rows;
  const { rows: sizes } = await sql<{ id: number; size: number }>`
        select g.id, (select count(*) from group_members m where m.group_id = g.id) as size from groups g where ${page}`.execute(
    db,
  );
  const ids = idsWithin(sizes, maxMembers);
  const isOne = sql`g.id = any(${ids}::integer[])`;
  const { rows } = await selectGroups(
    { hasMembers: true },
    sql`g.tenant_id = ${tenantId} and ${isOne} order by array_position(${ids}::integer[], g.id)`,
  ).execute(db);
  return rows;
}

async function count(db: Db, tenantId: number, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
        select count(*) from groups g where g.tenant_id = ${tenantId} and ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function find(
  db: Db,
  tenantId: number,
  id: number,
  options: { hasMembers: boolean },
): Promise<ScimGroupRow | undefined> {
  if (!isStorableId(id)) return undefined;
  const { rows } = await selectGroups(options, sql`g.tenant_id = ${tenantId} and g.id = ${id}`).execute(db);
  return rows[0];
}

/** What is shown of users in a group, in the order of their ids. */
async function listMembers(db: Db, userIds: readonly number[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
        select u.id::text as value, coalesce(u.first_name, u.username) as display
        from users u where u.id = any(${[...userIds]}::integer[]) order by u.id`.execute(db);
  return rows;
}

/** The name of a group, none where it is gone. */
async function listNames(db: Db, id: number): Promise<string[]> {
  const rows = await db.selectFrom('groups').select('name').where('id', '=', id).execute();
  return rows.map(({ name }) => name);
}

/** The members of a group among some users. */
async function listMemberIds(db: Db, groupId: number, among: readonly number[] | 'all'): Promise<number[]> {
  const isAmong = among === 'all' ? sql`true` : sql`user_id = any(${among.filter(isStorableId)}::integer[])`;
  const { rows } = await sql<{ userId: number }>`
        select user_id from group_members where group_id = ${groupId} and ${isAmong}`.execute(db);
  return rows.map(({ userId }) => userId);
}

function setExternalId(db: Db, id: number, externalId: string | null): Promise<void> {
  return run(db, sql`update groups set external_id = ${externalId}, updated_at = now() where id = ${id}`);
}

/** Removes everybody but some users. */
function removeOthers(db: Db, groupId: number, userIds: readonly number[]): Promise<void> {
  return run(
    db,
    sql`delete from group_members m where m.group_id = ${groupId}
        and not exists (select from unnest(${[...userIds]}::integer[]) as kept (id) where kept.id = m.user_id)`,
  );
}

/** Removes the members that a condition on `m` and `u` holds for. */
function removeWhere(db: Db, groupId: number, condition: RawBuilder<unknown>): Promise<void> {
  return run(
    db,
    sql`delete from group_members m using users u where m.group_id = ${groupId} and u.id = m.user_id and ${condition}`,
  );
}

/** The first of some groups, as long as they have no more members together than a page may have. */
function idsWithin(sizes: readonly { id: number; size: number }[], maxMembers: number): number[] {
  let members = 0;
  const end = sizes.findIndex(({ size }, index) => (members += size) > maxMembers && index > 0);
  return sizes.slice(0, end === -1 ? sizes.length : end).map(({ id }) => id);
}

const memberIds = sql`, coalesce((
  select json_agg(m.user_id order by m.user_id) from group_members m where m.group_id = g.id
), '[]') as member_ids`;

function selectGroups({ hasMembers }: { hasMembers: boolean }, where: RawBuilder<unknown>) {
  return sql<ScimGroupRow>`
    select g.id, g.name, g.external_id, g.created_at, g.updated_at, ${groupTag('g')} as version ${hasMembers ? memberIds : sql``}
    from groups g where ${where}`;
}
