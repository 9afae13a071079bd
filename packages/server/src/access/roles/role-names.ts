import { refuse } from '@oriel/contract';
import { sql } from 'kysely';
import type { UserRole } from './roles.ts';
import type { Db } from '../../db/database.ts';

/** The built-in roles by the names that they are called by, in lower case. */
const builtInNames: ReadonlyMap<string, UserRole> = new Map([
  ['viewer', 'Viewer'],
  ['aibiviewer', 'Viewer'],
  ['guest', 'Viewer'],
  ['explorer', 'Explorer'],
  ['aibiuser', 'Explorer'],
  ['d3user', 'Explorer'],
  ['developer', 'Developer'],
  ['aibideveloper', 'Developer'],
  ['admin', 'Admin'],
]);

/** Names that no role of an account may have, in lower case. */
const reserved: ReadonlySet<string> = new Set([...builtInNames.keys(), 'embeduser']);

/** The built-in roles from least to most. */
export const rolesInOrder = [
  'Viewer',
  'Explorer',
  'Developer',
  'Admin',
] as const satisfies readonly UserRole[];

/** Roles as they are stored: the highest of the built-in ones, null for none, and the ids of those of the account. */
export interface AssignedRoles {
  readonly role: UserRole | null;
  readonly roleIds: readonly number[];
}

/** Whether a name belongs to a built-in role, in any case. */
export function isReservedRoleName(name: string): boolean {
  return reserved.has(name.trim().toLowerCase());
}

/** The built-in role with a name, in any case; undefined for every other name. */
export function builtInRoleNamed(name: string): UserRole | undefined {
  return builtInNames.get(name.trim().toLowerCase());
}

/**
 * The roles behind names, in any case.
 *
 * @throws `roles_not_found`
 */
export async function findRolesByName(
  db: Db,
  tenantId: number,
  names: readonly string[],
): Promise<AssignedRoles> {
  const wanted = [...new Set(names.map((name) => name.trim().toLowerCase()))];
  const builtIn = wanted.flatMap((name) => builtInNames.get(name) ?? []);
  const own = wanted.filter((name) => !builtInNames.has(name));
  const rows =
    own.length === 0
      ? []
      : await db
          .selectFrom('roles')
          .select(['id', sql<string>`lower(name)`.as('name')])
          .where('tenantId', '=', tenantId)
          .where(sql<boolean>`lower(name) = any(${own}::text[])`)
          .execute();
  const known = new Set(rows.map(({ name }) => name));
  const missing = names.filter((name) => {
    const key = name.trim().toLowerCase();
    return !builtInNames.has(key) && !known.has(key);
  });
  if (missing.length > 0) throw refuse('roles_not_found', { names: missing.join(', ') });
  return {
    role: rolesInOrder.findLast((role) => builtIn.includes(role)) ?? null,
    roleIds: rows.map(({ id }) => id),
  };
}
