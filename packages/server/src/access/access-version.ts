import { refuse, type Refusal } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { UserPrincipal } from './principal.ts';

/**
 * The version of the access that a user was authenticated with. It grows with whatever takes something from the user: a
 * change of writes enters with it (`enter_workspace`, `enter_account` in the migrations), and nothing is written with
 * an older one.
 */
export function accessVersionOf({ userId, accessVersion }: UserPrincipal): RawBuilder<unknown> {
  return sql`${userId}::integer, ${accessVersion}::integer`;
}

/** What the database names where the version is not the one that it has by now. */
export const ACCESS_VERSION_CONSTRAINT = 'users_access_version';

/** What a caller is told then. */
export function refuseOutdatedAccess(): Refusal {
  return refuse('forbidden', { reason: 'Your rights have changed since the request began; send it again' });
}
