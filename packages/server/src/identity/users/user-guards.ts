import { refuse } from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import type { UserRole } from '../../access/roles/roles.ts';
import { checkAdministratorRemains, isActiveAdministrator } from './user-policy.ts';
import type { UserRow, UserStore } from './user-store.ts';

/** What of a user the guards look at. */
type GuardedUser = Pick<UserRow, 'id' | 'role' | 'isDeactivated'>;

/**
 * Checks a change of a user, within its transaction.
 *
 * @throws `own_deactivation`, `last_administrator`
 */
export async function checkGuards(
  users: UserStore,
  { tenantId, userId }: UserPrincipal,
  row: GuardedUser,
  change: { role: UserRole | null | undefined; isDeactivated: boolean | null | undefined },
): Promise<void> {
  if (change.isDeactivated === true && row.id === userId) throw refuse('own_deactivation');
  const role = change.role === undefined ? row.role : change.role;
  await checkAdministratorRemains({
    wasAdministrator: isActiveAdministrator(row.role, row.isDeactivated),
    isAdministrator: isActiveAdministrator(role, change.isDeactivated ?? row.isDeactivated),
    hasOtherAdministrator: () => users.hasOtherAdministrator(tenantId, row.id),
  });
}

/** Removes a user, within a transaction. @throws `own_deletion`, `last_administrator` */
export async function removeUser(
  users: UserStore,
  { tenantId, userId }: UserPrincipal,
  { id, role, isDeactivated }: GuardedUser,
): Promise<void> {
  if (id === userId) throw refuse('own_deletion');
  await checkAdministratorRemains({
    wasAdministrator: isActiveAdministrator(role, isDeactivated),
    isAdministrator: false,
    hasOtherAdministrator: () => users.hasOtherAdministrator(tenantId, id),
  });
  await users.remove(tenantId, id);
}
