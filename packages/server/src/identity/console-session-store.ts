import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What signing in needs of a user. */
export interface SignInUser {
  id: number;
  passwordHash: string | null;
  isDeactivated: boolean;
  /** Whether the user has signed in on the device before. */
  isOnKnownDevice: boolean;
  /** Whether the account takes the password: everybody's, or the one of this user alone. */
  takesPassword: boolean;
}

/** The SQL of console sessions and of their users. */
export type ConsoleSessionStore = ReturnType<typeof createConsoleSessionStore>;

/** Makes the store of console sessions. */
export function createConsoleSessionStore(db: Db) {
  return {
    /**
     * The address is compared without regard to case.
     *
     * @param deviceHash SHA-256 of the device's token; undefined for none
     */
    findUserByEmail: (
      tenantId: number,
      email: string,
      deviceHash: Buffer | undefined,
    ): Promise<SignInUser | undefined> =>
      db
        .selectFrom('users')
        .select([
          'id',
          'passwordHash',
          'isDeactivated',
          sql<boolean>`exists (
            select 1 from known_devices k where k.user_id = users.id and k.hash = ${deviceHash ?? null}::bytea
          )`.as('isOnKnownDevice'),
          sql<boolean>`not exists (
            select 1 from authentication_settings a
            where a.tenant_id = users.tenant_id and a.requires_provider and a.break_glass_user_id <> users.id
          )`.as('takesPassword'),
        ])
        .where('tenantId', '=', tenantId)
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
        .executeTakeFirst(),
    /** Whether everybody but one administrator has to sign in by an identity provider. */
    async requiresProvider(tenantId: number): Promise<boolean> {
      const row = await db
        .selectFrom('authenticationSettings')
        .select('requiresProvider')
        .where('tenantId', '=', tenantId)
        .executeTakeFirst();
      return row?.requiresProvider === true;
    },
    /** Stores a hash of the same password in the place of the one that was there, unless another is there by now. @returns whether it did */
    async renewPasswordHash(userId: number, from: string, to: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ passwordHash: to })
        .where('id', '=', userId)
        .where('passwordHash', '=', from)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** Answers with the user of the session. */
    async remove(hash: Buffer): Promise<number | undefined> {
      const row = await db
        .deleteFrom('consoleSessions')
        .where('hash', '=', hash)
        .returning('userId')
        .executeTakeFirst();
      return row?.userId;
    },
  };
}
