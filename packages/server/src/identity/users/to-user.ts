import type { User } from '@oriel/contract';
import type { UserRow } from './user-store.ts';

/** A user as it is answered. */
export function toUser({ role, roleNames, notifications, ...row }: UserRow): User {
  return {
    ...row,
    defaultRoles: [...(role === null ? [] : [role]), ...roleNames],
    notifications: Object.fromEntries(notifications.map((name) => [name, true])),
    // Users sign in with a password, and nobody acts as another.
    aliases: [],
    gitUser: null,
    samlId: null,
    impersonation: null,
  };
}
