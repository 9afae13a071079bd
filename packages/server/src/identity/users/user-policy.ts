import {
  isNamedTimeZone,
  refuse,
  type Refusal,
  type UserSettings,
  type UserSettingsInput,
} from '@oriel/contract';
import type { UserRole } from '../../access/roles/roles.ts';

/** What a change makes of a user, as far as the guards look at it. */
interface GuardedChange {
  /** Whether the user is an active administrator by themselves, before and after. */
  readonly wasAdministrator: boolean;
  readonly isAdministrator: boolean;
  /** Asked only where it matters. */
  hasOtherAdministrator(): Promise<boolean>;
}

/** Whether a user counts as an administrator who may be the last one. */
export function isActiveAdministrator(role: UserRole | null, isDeactivated: boolean): boolean {
  return role === 'Admin' && !isDeactivated;
}

/**
 * Checks that an account keeps an administrator.
 *
 * @throws `last_administrator`
 */
export async function checkAdministratorRemains(change: GuardedChange): Promise<void> {
  if (!change.wasAdministrator || change.isAdministrator) return;
  if (!(await change.hasOtherAdministrator())) throw refuse('last_administrator');
}

/**
 * The built-in role that `isAdmin` and names of roles come to together; undefined where neither is given.
 *
 * @param named the built-in role among the names; undefined where no names are given
 * @param current the one that the user has
 * @throws `invalid_request` where they contradict each other
 */
export function builtInRoleFor(
  isAdmin: boolean | null | undefined,
  named: UserRole | null | undefined,
  current: UserRole | null,
): UserRole | null | undefined {
  if (isAdmin === true) return 'Admin';
  if (isAdmin === false && named === 'Admin')
    throw refuse('invalid_request', { reason: 'isAdmin is false, and defaultRoles names the role Admin' });
  if (named !== undefined) return named;
  return isAdmin === false && current === 'Admin' ? 'Viewer' : undefined;
}

/**
 * Settings with a change merged into them: what is absent stays, null removes; `sheets` field by field.
 *
 * @throws `validation_failed` for a time zone that there is not
 */
export function mergeSettings(current: UserSettings, { sheets, ...change }: UserSettingsInput): UserSettings {
  if (change.timezone != null && !isNamedTimeZone(change.timezone)) throw unknownTimeZone();
  const merged = withoutNulls({ ...current, ...change, lastSeenChangelogId: null });
  if (sheets === undefined) return merged;
  if (sheets === null) return withoutNulls({ ...merged, sheets: null });
  return { ...merged, sheets: withoutNulls({ ...current.sheets, ...sheets }) };
}

function unknownTimeZone(): Refusal {
  const issues = [{ path: 'timezone', message: 'must be the IANA name of a time zone' }];
  return refuse('validation_failed', { count: 1 }, { issues });
}

function withoutNulls<T extends object>(values: T): T {
  // Every field of settings may be absent.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as T;
}
