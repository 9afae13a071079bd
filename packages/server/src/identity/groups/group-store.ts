import type { UserGroup } from '@oriel/contract';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { UserRole } from '../../access/roles/roles.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { Tables } from '../../db/tables.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { contains } from '../../db/values/text-search.ts';

/** A group as it is stored, with the names of the account's roles that it confers. */
export interface GroupRow extends Omit<UserGroup, 'roles'> {
  /** The built-in role that it confers; null for none. */
  role: UserRole | null;
  roleNames: string[];
}

/** The order of lists of groups. */
export const newestFirst = columnOrder<GroupRow>({
  list: 'user-groups',
  alias: 'g',
  by: { id: 'integer' },
  direction: 'desc',
});

/** The SQL of groups of users. */
export type GroupStore = ReturnType<typeof createGroupStore>;

/** Makes the store of groups of users. */
export function createGroupStore(db: Db) {
  return bindFirst(db, {
    list,
    find,
    has,
    insert,
    update,
    remove,
    replaceRoles,
    findUsers,
    addMembers,
    removeMembers,
  });
}

async function rows<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows;
}

function ofTenant(tenantId: number, id: number) {
  return sql<boolean>`tenant_id = ${tenantId} and id = ${id}`;
}

function list(
  db: Db,
  { tenantId, search }: { tenantId: number; search: string | null },
  { limit, after }: PageRange<CursorKey>,
) {
  return rows(
    db,
    selectGroups(sql`g.tenant_id = ${tenantId} and ${newestFirst.isBehind(after)} and ${contains(search, [sql`g.name`])}
          order by ${newestFirst.orderBy} limit ${sql.lit(limit)}`),
  );
}

// #region find
async function find(db: Db, tenantId: number, id: number): Promise<GroupRow | undefined> {
  if (!isStorableId(id)) return undefined;
  const [row] = await rows(db, selectGroups(sql`g.tenant_id = ${tenantId} and g.id = ${id}`));
  return row;
}
// #endregion

/** Whether it is there; {@link find} counts its members. */
async function has(db: Db, tenantId: number, id: number): Promise<boolean> {
  if (!isStorableId(id)) return false;
  const row = await db.selectFrom('groups').select('id').where(ofTenant(tenantId, id)).executeTakeFirst();
  return row !== undefined;
}

async function insert(db: Db, values: Insertable<Tables['groups']>): Promise<number> {
  const { id } = await db.insertInto('groups').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function update(
  db: Db,
  tenantId: number,
  id: number,
  values: Updateable<Tables['groups']>,
): Promise<void> {
  await db
    .updateTable('groups')
    .set({ ...values, updatedAt: sql`now()` })
    .where(ofTenant(tenantId, id))
    .execute();
}

async function remove(db: Db, tenantId: number, id: number): Promise<void> {
  await db.deleteFrom('groups').where(ofTenant(tenantId, id)).execute();
}

/** Has a group confer exactly these roles of the account. */
async function replaceRoles(db: Db, groupId: number, roleIds: readonly number[]): Promise<void> {
  const ids = [...roleIds];
  await sql`delete from group_roles where group_id = ${groupId} and role_id <> all(${ids}::integer[])`.execute(
    db,
  );
  await sql`insert into group_roles (group_id, role_id) select ${groupId}, unnest(${ids}::integer[])
        on conflict do nothing`.execute(db);
}

/** Those of some ids that are users of the account. */
async function findUsers(db: Db, tenantId: number, ids: readonly number[]): Promise<Set<number>> {
  const found = await rows(
    db,
    sql<{ id: number }>`select id from users
          where tenant_id = ${tenantId} and id = any(${ids.filter(isStorableId)}::integer[])`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Answers with those who were no members. */
async function addMembers(db: Db, groupId: number, userIds: readonly number[]): Promise<Set<number>> {
  const added = await rows(
    db,
    sql<{ userId: number }>`insert into group_members (group_id, user_id)
          select ${groupId}, unnest(${[...userIds]}::integer[]) on conflict do nothing returning user_id`,
  );
  return new Set(added.map(({ userId }) => userId));
}

async function removeMembers(db: Db, groupId: number, userIds: readonly number[]): Promise<void> {
  await sql`delete from group_members
        where group_id = ${groupId} and user_id = any(${userIds.filter(isStorableId)}::integer[])`.execute(
    db,
  );
}

function selectGroups(where: RawBuilder<unknown>) {
  return sql<GroupRow>`
    select g.id, g.name, g.description, g.role, g.created_at, g.updated_at,
      (select count(*) from group_members m where m.group_id = g.id) as user_count,
      array(
        select r.name from group_roles held join roles r on r.id = held.role_id where held.group_id = g.id order by lower(r.name)
      ) as role_names
    from groups g where ${where}`;
}
