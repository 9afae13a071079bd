import type { UserAlias, UserSettings } from '@oriel/contract';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { UserRole } from '../../access/roles/roles.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { Tables } from '../../db/tables.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import type { PageRange } from '../../paging/page.ts';
import { contains } from '../../db/values/text-search.ts';
import { heldRoles, type HeldRoles } from '../../access/roles/held-roles.ts';
import { samlAliases } from './saml-aliases.ts';

/** A user as it is stored, with the names of its roles. */
export interface UserRow {
  id: number;
  email: string;
  username: string;
  firstName: string | null;
  title: string | null;
  picture: string | null;
  externalId: string | null;
  isDeactivated: boolean;
  settings: UserSettings;
  notifications: string[];
  tosAccepted: Record<string, unknown> | null;
  lastLogin: string | null;
  createdAt: string;
  updatedAt: string;
  /** By themselves or through a group. */
  isAdmin: boolean;
  /** The built-in role that the user has by themselves; null for none. */
  role: UserRole | null;
  /** Of the roles of the account that the user has by themselves, in order. */
  roleNames: string[];
  activeRoleId: number | null;
  /** What SAML providers call the user, by the newest sign-in first. */
  aliases: UserAlias[];
}

/** The user behind an invitation. */
interface InvitedUser {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly firstName: string | null;
  readonly hasPassword: boolean;
}

/** Which users a list has. */
interface UserFilter {
  readonly tenantId: number;
  /** Part of a name or an address, in any case. */
  readonly search?: string | null;
  readonly isDeactivated?: boolean | null;
  /** The group that they are members of. */
  readonly groupId?: number;
}

const byEmailOf = (list: string) =>
  columnOrder<UserRow>({ list, alias: 'u', by: { email: 'name', id: 'integer' } });
/** The order of the list of users. */
export const byEmail = byEmailOf('users');
/** The same order for the members of groups, with cursors of its own. */
export const membersByEmail = byEmailOf('user group members');

/** The SQL of users. */
export type UserStore = ReturnType<typeof createUserStore>;

/** Makes the store of users. */
export function createUserStore(db: Db) {
  return bindFirst(db, {
    list,
    find,
    getHeldRoles,
    insert,
    update,
    remove,
    lock,
    replaceRoles,
    endSessions: endSessionsOf,
    hasOtherAdministrator,
    putInvitation,
    findInvited,
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
  { tenantId, search = null, isDeactivated = null, groupId }: UserFilter,
  { limit, after }: PageRange<CursorKey>,
) {
  const isMember =
    groupId === undefined
      ? sql`true`
      : sql`exists (select from group_members m where m.group_id = ${groupId} and m.user_id = u.id)`;
  return rows(
    db,
    selectUsers(sql`u.tenant_id = ${tenantId} and ${byEmail.isBehind(after)}
          and ${contains(search, [sql`u.email`, sql`u.username`, sql`u.first_name`])}
          and ${isDeactivated === null ? sql`true` : isDeactivated ? sql`u.is_deactivated` : sql`not u.is_deactivated`} and ${isMember}
          order by ${byEmail.orderBy} limit ${sql.lit(limit)}`),
  );
}

async function find(db: Db, tenantId: number, id: number): Promise<UserRow | undefined> {
  if (!isStorableId(id)) return undefined;
  const [row] = await rows(db, selectUsers(sql`u.tenant_id = ${tenantId} and u.id = ${id}`));
  return row;
}

/** The roles of a user, by themselves and through groups, with the name of the account. */
async function getHeldRoles(
  db: Db,
  tenantId: number,
  id: number,
): Promise<{ roles: HeldRoles; tenantName: string }> {
  const [row] = await rows(
    db,
    sql<{
      roles: HeldRoles;
      tenantName: string;
    }>`select ${heldRoles} as roles, coalesce(t.display_name, t.name) as tenant_name
          from users u join tenants t on t.id = u.tenant_id where u.tenant_id = ${tenantId} and u.id = ${id}`,
  );
  if (!row) throw new Error(`The user ${id} is not there`);
  return row;
}

async function insert(db: Db, values: Insertable<Tables['users']>): Promise<number> {
  const { id } = await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function update(
  db: Db,
  tenantId: number,
  id: number,
  values: Updateable<Tables['users']>,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...values, updatedAt: sql`now()` })
    .where(ofTenant(tenantId, id))
    .execute();
}

async function remove(db: Db, tenantId: number, id: number): Promise<void> {
  await db.deleteFrom('users').where(ofTenant(tenantId, id)).execute();
}

/** Keeps others from changing a user until the transaction ends. */
async function lock(db: Db, tenantId: number, id: number): Promise<void> {
  await sql`select from users where ${ofTenant(tenantId, id)} for update`.execute(db);
}

/** Gives a user exactly these roles of the account. */
async function replaceRoles(db: Db, userId: number, roleIds: readonly number[]): Promise<void> {
  await sql`delete from user_roles where user_id = ${userId} and role_id <> all(${[...roleIds]}::integer[])`.execute(
    db,
  );
  await sql`insert into user_roles (user_id, role_id) select ${userId}, unnest(${[...roleIds]}::integer[])
        on conflict do nothing`.execute(db);
}

async function endSessionsOf(db: Db, userId: number): Promise<void> {
  await endSessions(db, userId);
}

/** Whether there is an administrator by themselves who is active, beside a user. */
async function hasOtherAdministrator(db: Db, tenantId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '<>', userId)
    .where('role', '=', 'Admin')
    .where('isDeactivated', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the invitation of a user, in the place of the one that there was. */
async function putInvitation(db: Db, userId: number, hash: Buffer, ttlSeconds: number): Promise<string> {
  const expiresAt = sql<string>`now() + make_interval(secs => ${ttlSeconds})`;
  const row = await db
    .insertInto('userInvitations')
    .values({ userId, hash, expiresAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, expiresAt }))
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return row.expiresAt;
}

/** The user behind an invitation that can be accepted; with `lock`, nobody else accepts it meanwhile. */
async function findInvited(
  db: Db,
  tenantId: number,
  hash: Buffer,
  { lock }: { lock: boolean },
): Promise<InvitedUser | undefined> {
  const [row] = await rows(
    db,
    sql<InvitedUser>`select u.id, u.email, u.username, u.first_name, u.password_hash is not null as has_password
          from user_invitations i join users u on u.id = i.user_id
          where i.hash = ${hash} and i.expires_at > now() and u.tenant_id = ${tenantId} and not u.is_deactivated
          ${lock ? sql`for update` : sql``}`,
  );
  return row;
}

function selectUsers(where: RawBuilder<unknown>) {
  return sql<UserRow>`
    select u.id, u.email, u.username, u.first_name, u.title, u.picture, u.external_id, u.is_deactivated, u.settings,
      u.notifications, u.tos_accepted, u.last_login, u.created_at, u.updated_at, u.role,
      coalesce(u.role = 'Admin', false) or exists (
        select from group_members m join groups g on g.id = m.group_id where m.user_id = u.id and g.role = 'Admin'
      ) as is_admin,
      array(
        select r.name from user_roles held join roles r on r.id = held.role_id where held.user_id = u.id order by lower(r.name)
      ) as role_names,
      (select min(role_id) from user_roles where user_id = u.id having count(*) = 1) as active_role_id,
      ${samlAliases} as aliases
    from users u where ${where}`;
}
