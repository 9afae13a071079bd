import type { User } from '@oriel/contract';
import type { UserRow } from './user-store.ts';

/** A user as it is answered. */
export function toUser({ role, roleNames, notifications, ...row }: UserRow): User {
  return {
    ...row,
    defaultRoles: [...(role === null ? [] : [role]), ...roleNames],
    notifications: Object.fromEntries(notifications.map((name) => [name, true])),
    samlId: row.aliases[0]?.username ?? null,
    gitUser: null,
    // Nobody acts as another.
    impersonation: null,
  };
}
