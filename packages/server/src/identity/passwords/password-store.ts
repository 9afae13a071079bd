import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** A user with a password to set. */
interface PasswordUser {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly firstName: string | null;
}

const columns = ['users.id', 'users.email', 'users.username', 'users.firstName'] as const;

/** Makes the store of passwords. */
export function createPasswordStore(db: Db) {
  const now = sql<string>`now()`;
  return {
    /** A user who may set a password; the address is compared without regard to case. */
    findByEmail: (tenantId: number, email: string): Promise<PasswordUser | undefined> =>
      db
        .selectFrom('users')
        .select(columns)
        .where('tenantId', '=', tenantId)
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
        .where('isDeactivated', '=', false)
        .executeTakeFirst(),
    async getUser(tenantId: number, id: number): Promise<PasswordUser & { passwordHash: string | null }> {
      return db
        .selectFrom('users')
        .select([...columns, 'passwordHash'])
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    },
    async insertReset(userId: number, hash: Buffer, ttlSeconds: number): Promise<void> {
      const expiresAt = sql<string>`now() + make_interval(secs => ${ttlSeconds})`;
      await db.insertInto('passwordResets').values({ hash, userId, expiresAt }).execute();
    },
    /** The user behind a link that can be used; with `lock`, nobody else uses a link of theirs meanwhile. */
    findByReset: (
      tenantId: number,
      hash: Buffer,
      { lock }: { lock: boolean },
    ): Promise<PasswordUser | undefined> =>
      db
        .selectFrom('passwordResets')
        .innerJoin('users', 'users.id', 'passwordResets.userId')
        .select(columns)
        .where('passwordResets.hash', '=', hash)
        .where('passwordResets.expiresAt', '>', now)
        .where('users.tenantId', '=', tenantId)
        .where('users.isDeactivated', '=', false)
        .$if(lock, (query) => query.forUpdate())
        .executeTakeFirst(),
    async setPassword(tenantId: number, id: number, passwordHash: string): Promise<void> {
      await db
        .updateTable('users')
        .set({ passwordHash, updatedAt: now })
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .execute();
    },
    /** Stores a password in the place of another. @returns false where that is no longer the one that there is */
    async replacePassword(
      { tenantId, userId }: { tenantId: number; userId: number },
      from: string,
      to: string,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ passwordHash: to, updatedAt: now })
        .where('tenantId', '=', tenantId)
        .where('id', '=', userId)
        .where('passwordHash', '=', from)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** Revokes every key that acts as a user, and what applications were authorized to do. */
    async revokeKeys(tenantId: number, userId: number): Promise<void> {
      await db
        .deleteFrom('oauthGrants')
        .where('tenantId', '=', tenantId)
        .where('userId', '=', userId)
        .execute();
      await db.deleteFrom('apiKeys').where('tenantId', '=', tenantId).where('userId', '=', userId).execute();
    },
  };
}
