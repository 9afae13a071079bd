import type { Db } from '../db/database.ts';
import type { UserRole } from '../access/principal.ts';

export interface SignInUser {
  id: number;
  passwordHash: string | null;
  isDeactivated: boolean;
}

export interface UserProfile {
  id: number;
  email: string;
  firstName: string | null;
  role: UserRole;
  tenantName: string;
}

export interface ConsoleSessionStore {
  findUserByEmail(tenantId: number, email: string): Promise<SignInUser | undefined>;
  getProfile(tenantId: number, userId: number): Promise<UserProfile>;
  insert(session: { hash: Buffer; userId: number; expiresAt: Date }): Promise<void>;
  remove(hash: Buffer): Promise<void>;
}

export function createConsoleSessionStore(db: Db): ConsoleSessionStore {
  return {
    findUserByEmail: (tenantId, email) =>
      db
        .selectFrom('users')
        .select(['id', 'passwordHash', 'isDeactivated'])
        .where('tenantId', '=', tenantId)
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
        .executeTakeFirst(),
    getProfile: (tenantId, userId) =>
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
    async insert({ hash, userId, expiresAt }) {
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
    async remove(hash) {
      await db.deleteFrom('consoleSessions').where('hash', '=', hash).execute();
    },
  };
}
