import type { Policy } from '@oriel/contract';
import { sql } from 'kysely';
import { policiesOfBuiltIn, rightsOfPolicies } from './role-rights.ts';
import { builtInRoles, unionOf, type Rights, type UserRole } from './roles.ts';
import type { Db } from '../../db/database.ts';
import { runOutsideContext } from '../../db/request-context.ts';

/** The roles that a user has, by themselves and through groups. */
export interface HeldRoles {
  readonly builtIn: readonly UserRole[];
  /** Roles of the account: the id of each, and the revision of its policies. */
  readonly custom: readonly (readonly [id: number, revision: number])[];
}

/** The roles of the user `u` of a statement, as one JSON value. */
export const heldRoles = sql<HeldRoles>`jsonb_build_object(
  'builtIn', (
    select coalesce(jsonb_agg(held.role), '[]') from (
      select u.role union select g.role from group_members m join groups g on g.id = m.group_id where m.user_id = u.id
    ) held where held.role is not null
  ),
  'custom', (
    select coalesce(jsonb_agg(jsonb_build_array(r.id, r.revision) order by r.id), '[]') from roles r where r.id in (
      select role_id from user_roles where user_id = u.id
      union select gr.role_id from group_members m join group_roles gr on gr.group_id = m.group_id where m.user_id = u.id
    )
  )
)`;

/** Works out what roles come to. */
export interface RoleRights {
  /** The rights of a user with these roles. */
  of(roles: HeldRoles): Promise<Rights>;
  /** The policies of the roles, built-in ones as if they had some. */
  policiesOf(roles: HeldRoles): Promise<Policy[]>;
}

const MAX_ENTRIES = 1_000;

/**
 * Makes the reader of roles. A revision of a role never changes, so what it comes to is worked out once and kept, and
 * so is what several come to together: however many policies there are, a request only looks it up.
 */
export function createRoleRights(db: Db): RoleRights {
  const ofRoles = new Map<string, Rights>();
  const ofUsers = new Map<string, Rights>();

  const readPolicies = async (custom: HeldRoles['custom']): Promise<Map<string, Policy[]>> => {
    if (custom.length === 0) return new Map();
    const ids = custom.map(([id]) => id);
    const rows = await db
      .selectFrom('roles')
      .select(['id', 'revision', 'policies'])
      .where('id', '=', sql<number>`any(${ids}::integer[])`)
      .execute();
    return new Map(rows.map(({ id, revision, policies }) => [keyOf([id, revision]), policies]));
  };

  return {
    async of({ builtIn, custom }) {
      const key = JSON.stringify([[...builtIn].sort(), custom]);
      const known = ofUsers.get(key);
      if (known) return known;
      const missing = custom.filter((role) => !ofRoles.has(keyOf(role)));
      // What a request has changed and not committed yet is nobody else's.
      const found = await runOutsideContext(() => readPolicies(missing));
      for (const [role, policies] of found) keep(ofRoles, role, rightsOfPolicies(policies));
      // One that has changed since the roles were read is left out here, and asked for anew by the next request.
      const isComplete = missing.every((role) => found.has(keyOf(role)));
      const parts = [
        ...builtIn.map((role) => builtInRoles[role]),
        ...custom.flatMap((role) => ofRoles.get(keyOf(role)) ?? []),
      ];
      const rights = unionOf(parts);
      if (isComplete) keep(ofUsers, key, rights);
      return rights;
    },
    async policiesOf({ builtIn, custom }) {
      const found = await readPolicies(custom);
      return [...builtIn.flatMap(policiesOfBuiltIn), ...[...found.values()].flat()];
    },
  };
}

function keyOf([id, revision]: HeldRoles['custom'][number]): string {
  return `${id} ${revision}`;
}

/** Keeps the entries that were added last. */
function keep<T>(entries: Map<string, T>, key: string, value: T): void {
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
}
