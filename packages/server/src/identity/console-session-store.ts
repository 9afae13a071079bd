import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What signing in needs of a user. */
export interface SignInUser {
  id: number;
  passwordHash: string | null;
  isDeactivated: boolean;
  /** Whether the user has signed in on the device before. */
  isOnKnownDevice: boolean;
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
        ])
        .where('tenantId', '=', tenantId)
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
        .executeTakeFirst(),
    /** Stores a hash of the same password in the place of the one that is there. */
    async renewPasswordHash(userId: number, from: string, to: string): Promise<void> {
      await db
        .updateTable('users')
        .set({ passwordHash: to })
        .where('id', '=', userId)
        .where('passwordHash', '=', from)
        .execute();
    },
    /** Starts a session, and removes those of the user that have expired; both by the clock of the database, which also checks them. */
    async insert({
      hash,
      userId,
      ttlSeconds,
    }: {
      hash: Buffer;
      userId: number;
      ttlSeconds: number;
    }): Promise<void> {
      const now = sql<string>`now()`;
      const expiresAt = sql<string>`now() + make_interval(secs => ${ttlSeconds})`;
      await db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('consoleSessions')
          .where('userId', '=', userId)
          .where('expiresAt', '<', now)
          .execute();
        await tx.insertInto('consoleSessions').values({ hash, userId, expiresAt }).execute();
        await tx.updateTable('users').set({ lastLogin: now }).where('id', '=', userId).execute();
      });
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
