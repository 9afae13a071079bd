import type { Role } from '@oriel/contract';
import { sql, type Insertable, type Updateable } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { Tables } from '../../db/tables.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';

const answered = ['id', 'name', 'description', 'policies'] as const satisfies (keyof Role)[];

/** The order of lists of roles. */
export const newestFirst = columnOrder<Role>({
  list: 'roles',
  alias: 'roles',
  by: { id: 'integer' },
  direction: 'desc',
});

/** Whom a role is given to. */
export type RoleHolder = { readonly userId: number } | { readonly groupId: number };

/** The SQL of the roles that an account makes. */
export type RoleStore = ReturnType<typeof createRoleStore>;

/** Makes the store of roles. */
export function createRoleStore(db: Db) {
  return bindFirst(db, { list, find, policyBytes, insert, update, remove, assign, unassign });
}

function ofTenant(tenantId: number, id: number) {
  return sql<boolean>`tenant_id = ${tenantId} and id = ${id}`;
}

function holds(roleId: number, holder: RoleHolder) {
  return 'userId' in holder
    ? { table: sql`user_roles`, columns: sql`user_id, role_id`, values: sql`${holder.userId}, ${roleId}` }
    : {
        table: sql`group_roles`,
        columns: sql`group_id, role_id`,
        values: sql`${holder.groupId}, ${roleId}`,
      };
}

function list(db: Db, tenantId: number, { limit, after }: PageRange<CursorKey>): Promise<Role[]> {
  return db
    .selectFrom('roles')
    .select(answered)
    .where('tenantId', '=', tenantId)
    .where(newestFirst.isBehind(after))
    .orderBy(newestFirst.orderBy)
    .limit(limit)
    .execute();
}

async function find(db: Db, tenantId: number, id: number): Promise<Role | undefined> {
  if (!isStorableId(id)) return undefined;
  return db.selectFrom('roles').select(answered).where(ofTenant(tenantId, id)).executeTakeFirst();
}

/**
 * Bytes of the policies of a role, and of those of all others of the account, as PostgreSQL writes JSON, which is
 * no shorter than ours.
 */
async function policyBytes(
  db: Db,
  tenantId: number,
  id: number | undefined,
): Promise<{ own: number; others: number }> {
  const isOwn = sql<boolean>`id is not distinct from ${id ?? null}::integer`;
  const bytes = sql`octet_length(policies::text)`;
  const { rows } = await sql<{ own: number; others: number }>`
        select coalesce(sum(${bytes}) filter (where ${isOwn}), 0)::integer as own,
          coalesce(sum(${bytes}) filter (where not ${isOwn}), 0)::integer as others
        from roles where tenant_id = ${tenantId}`.execute(db);
  return rows[0] ?? { own: 0, others: 0 };
}

function insert(db: Db, values: Insertable<Tables['roles']>): Promise<Role> {
  return db.insertInto('roles').values(values).returning(answered).executeTakeFirstOrThrow();
}

/** With policies, it is another revision. */
function update(db: Db, tenantId: number, id: number, values: Updateable<Tables['roles']>): Promise<Role> {
  return db
    .updateTable('roles')
    .set({
      ...values,
      updatedAt: sql`now()`,
      ...(values.policies !== undefined && { revision: sql<number>`revision + 1` }),
    })
    .where(ofTenant(tenantId, id))
    .returning(answered)
    .executeTakeFirstOrThrow();
}

async function remove(db: Db, tenantId: number, id: number): Promise<void> {
  await db.deleteFrom('roles').where(ofTenant(tenantId, id)).execute();
}

async function assign(db: Db, roleId: number, holder: RoleHolder): Promise<void> {
  const { table, columns, values } = holds(roleId, holder);
  await sql`insert into ${table} (${columns}) values (${values}) on conflict do nothing`.execute(db);
}

async function unassign(db: Db, roleId: number, holder: RoleHolder): Promise<void> {
  const { table, columns, values } = holds(roleId, holder);
  await sql`delete from ${table} where (${columns}) = (${values})`.execute(db);
}
