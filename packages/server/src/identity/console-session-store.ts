import type { Db } from '../db/database.ts';
import type { UserRole } from '../http/principal.ts';

export interface SignInUser {
  id: number;
  password_hash: string | null;
  is_deactivated: boolean;
}

export interface UserProfile {
  id: number;
  email: string;
  first_name: string | null;
  role: UserRole;
  tenant_name: string;
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
        .select(['id', 'password_hash', 'is_deactivated'])
        .where('tenant_id', '=', tenantId)
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
        .executeTakeFirst(),
    getProfile: (tenantId, userId) =>
      db
        .selectFrom('users')
        .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
        .select((eb) => [
          'users.id',
          'users.email',
          'users.first_name',
          'users.role',
          eb.fn.coalesce('tenants.display_name', 'tenants.name').as('tenant_name'),
        ])
        .where('users.tenant_id', '=', tenantId)
        .where('users.id', '=', userId)
        .executeTakeFirstOrThrow(),
    async insert({ hash, userId, expiresAt }) {
      await db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('console_sessions')
          .where('user_id', '=', userId)
          .where('expires_at', '<', new Date().toISOString())
          .execute();
        await tx
          .insertInto('console_sessions')
          .values({ hash, user_id: userId, expires_at: expiresAt.toISOString() })
          .execute();
        await tx
          .updateTable('users')
          .set({ last_login: new Date().toISOString() })
          .where('id', '=', userId)
          .execute();
      });
    },
    async remove(hash) {
      await db.deleteFrom('console_sessions').where('hash', '=', hash).execute();
    },
  };
}
