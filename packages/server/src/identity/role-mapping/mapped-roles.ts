import { sql, type RawBuilder } from 'kysely';
import { permitsEverything } from '../../access/roles/permits-everything.ts';
import { rolesInOrder, type AssignedRoles } from '../../access/roles/role-names.ts';
import type { UserRole } from '../../access/roles/roles.ts';
import type { Db } from '../../db/database.ts';

/*
 * The roles of users whom an identity provider brings, by the settings of the account. Nothing here makes an administrator: a role
 * that has come to permit everything since it was set is passed over. Call these while the account's lock is held
 * (`changeAccount`), so that no role is deleted meanwhile.
 */

const DEFAULT: AssignedRoles = { role: 'Viewer', roleIds: [] };

/**
 * One row with the `role` that is the default of an account where that is a built-in one, otherwise none. A table of
 * SQL.
 */
export const builtInDefault = (tenantId: number): RawBuilder<{ role: UserRole }> => sql`(
  select coalesce(max(s.default_role), 'Viewer') as role from provisioning_settings s
  left join roles r on r.id = s.default_role_id and not ${permitsEverything('r')}
  where s.tenant_id = ${tenantId} having count(r.id) = 0
)`;

/**
 * What a user has who is created without roles of groups: `Viewer`, unless the account has set another role that is
 * still there.
 */
export async function defaultRoleOf(tx: Db, tenantId: number): Promise<AssignedRoles> {
  const { rows } = await sql<{ role: UserRole; roleId: number | null }>`
    select s.default_role as role, r.id as role_id from provisioning_settings s
    left join roles r on r.id = s.default_role_id and not ${permitsEverything('r')}
    where s.tenant_id = ${tenantId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return DEFAULT;
  return row.roleId === null ? { role: row.role, roleIds: [] } : { role: null, roleIds: [row.roleId] };
}

/**
 * What the members of some groups get, by the names of the groups in any case. Without any role for them `role` is null
 * and `roleIds` is empty.
 */
export async function rolesOfGroups(
  tx: Db,
  tenantId: number,
  names: readonly string[],
): Promise<AssignedRoles> {
  if (names.length === 0) return { role: null, roleIds: [] };
  const { rows } = await sql<{ role: UserRole | null; roleId: number | null }>`
    select distinct m.role, r.id as role_id from group_role_mappings m
    left join roles r on r.id = m.role_id and not ${permitsEverything('r')}
    where m.tenant_id = ${tenantId} and lower(m.group_name) in (select lower(trim(name)) from unnest(${[...names]}::text[]) as n (name))
    order by role_id`.execute(tx);
  return {
    role: rolesInOrder.findLast((role) => rows.some((row) => row.role === role)) ?? null,
    roleIds: rows.flatMap(({ roleId }) => roleId ?? []),
  };
}

/** What a user gets who is created with some groups: the roles of the groups in the place of the default role. */
export async function rolesOfNewUser(
  tx: Db,
  tenantId: number,
  groupNames: readonly string[],
): Promise<AssignedRoles> {
  const roles = await rolesOfGroups(tx, tenantId, groupNames);
  return isNone(roles) ? defaultRoleOf(tx, tenantId) : roles;
}

/**
 * Gives users roles besides those that they have: of the built-in ones the highest holds. Who has them already is not
 * written.
 */
export async function addRoles(tx: Db, userIds: readonly number[], roles: AssignedRoles): Promise<void> {
  if (isNone(roles) || userIds.length === 0) return;
  const ids = [...userIds];
  if (roles.role !== null) {
    const lower = rolesInOrder.slice(0, rolesInOrder.indexOf(roles.role));
    await sql`update users set role = ${roles.role}, updated_at = now()
      where id = any(${ids}::integer[]) and (role is null or role = any(${lower}::text[]))`.execute(tx);
  }
  if (roles.roleIds.length > 0)
    await sql`insert into user_roles (user_id, role_id)
      select u.id, r.id from unnest(${ids}::integer[]) as u (id), unnest(${[...roles.roleIds]}::integer[]) as r (id)
      on conflict do nothing`.execute(tx);
}

function isNone({ role, roleIds }: AssignedRoles): boolean {
  return role === null && roleIds.length === 0;
}
