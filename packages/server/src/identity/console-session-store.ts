import type { Db } from '../db/database.ts';
import type { UserRole } from '../access/roles.ts';

/** What signing in needs of a user. */
export interface SignInUser {
  id: number;
  passwordHash: string | null;
  isDeactivated: boolean;
}

/** A user as the console shows it to itself. */
export interface UserProfile {
  id: number;
  email: string;
  firstName: string | null;
  role: UserRole;
  /** The account's display name, or its name. */
  tenantName: string;
}

/** The SQL of console sessions and of their users. */
export type ConsoleSessionStore = ReturnType<typeof createConsoleSessionStore>;

/** Makes the store of console sessions. */
export function createConsoleSessionStore(db: Db) {
  return {
    /** The address is compared without regard to case. */
    findUserByEmail: (tenantId: number, email: string): Promise<SignInUser | undefined> =>
      db
        .selectFrom('users')
        .select(['id', 'passwordHash', 'isDeactivated'])
        .where('tenantId', '=', tenantId)
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
        .executeTakeFirst(),
    getProfile: (tenantId: number, userId: number): Promise<UserProfile> =>
      db
        .selectFrom('users')
        .innerJoin('tenants', 'tenants.id', 'users.tenantId')
        .select((eb) => [
          'users.id',
          'users.email',
          'users.firstName',
          'users.role',
          eb.fn.coalesce('tenants.displayName', 'tenants.name').as('tenantName'),
        ])
        .where('users.tenantId', '=', tenantId)
        .where('users.id', '=', userId)
        .executeTakeFirstOrThrow(),
    /** Starts a session, and removes those of the user that have expired. */
    async insert({
      hash,
      userId,
      expiresAt,
    }: {
      hash: Buffer;
      userId: number;
      expiresAt: Date;
    }): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('consoleSessions')
          .where('userId', '=', userId)
          .where('expiresAt', '<', new Date().toISOString())
          .execute();
        await tx
          .insertInto('consoleSessions')
          .values({ hash, userId, expiresAt: expiresAt.toISOString() })
          .execute();
        await tx
          .updateTable('users')
          .set({ lastLogin: new Date().toISOString() })
          .where('id', '=', userId)
          .execute();
      });
    },
    async remove(hash: Buffer): Promise<void> {
      await db.deleteFrom('consoleSessions').where('hash', '=', hash).execute();
    },
  };
}
