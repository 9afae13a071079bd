import { refuse, type Refusal } from '@oriel/contract';
import { sql } from 'kysely';
import {
  ACCESS_VERSION_CONSTRAINT,
  accessVersionOf,
  refuseOutdatedAccess,
} from '../access/access-version.ts';
import type { UserPrincipal } from '../access/principal.ts';
import type { Db } from '../db/database.ts';

/** What a change asked for, for the refusal of a constraint that it violates. */
export interface AccountConflict {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly groupName?: string | undefined;
  readonly roleName?: string | undefined;
  readonly attributeName?: string | undefined;
}

/** How a change of the people of an account runs. */
export interface AccountChangeOptions {
  /** Whether it may take a right away: then it waits for every change of a workspace that is under way. */
  readonly takesAway: boolean;
  readonly conflict?: AccountConflict;
}

const refusals: Readonly<Record<string, (conflict: AccountConflict) => Refusal>> = {
  [ACCESS_VERSION_CONSTRAINT]: refuseOutdatedAccess,
  users_email: ({ email = '' }) => refuse('email_taken', { email }),
  groups_tenant_id_name_key: ({ groupName = '' }) => refuse('group_name_taken', { name: groupName }),
  roles_name: ({ roleName = '' }) => refuse('role_name_taken', { name: roleName }),
  user_attributes_name: ({ attributeName = '' }) => refuse('attribute_name_taken', { name: attributeName }),
  users_username: ({ username = '' }) => refuse('username_taken', { username }),
};

/**
 * Runs a change of users, groups or roles in a transaction, one at a time for each account: what `work` has checked still holds
 * when it commits, and what was taken from the caller meanwhile is taken. Once it is answered, nothing is written any more with
 * access that it took away.
 *
 * @throws what `work` throws, and the refusals of the constraints that it violates
 */
export async function changeAccount<T>(
  db: Db,
  actor: UserPrincipal,
  { takesAway, conflict = {} }: AccountChangeOptions,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select enter_account(${actor.tenantId}::integer, ${takesAway}::boolean, ${accessVersionOf(actor)})`.execute(
        tx,
      );
      return work(tx);
    });
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    const refusal = constraint === undefined ? undefined : refusals[constraint]?.(conflict);
    if (!refusal) throw error;
    refusal.cause = error;
    throw refusal;
  }
}
