import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';

/** A user with a password to set. */
interface PasswordUser {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly firstName: string | null;
}

const columns = ['users.id', 'users.email', 'users.username', 'users.firstName'] as const;

const now = sql<string>`now()`;

/** Makes the store of passwords. */
export function createPasswordStore(db: Db) {
  return bindFirst(db, {
    findByEmail,
    getUser,
    insertReset,
    findByReset,
    setPassword,
    replacePassword,
    revokeKeys,
  });
}

/** A user who may set a password; the address is compared without regard to case. */
function findByEmail(db: Db, tenantId: number, email: string): Promise<PasswordUser | undefined> {
  return db
    .selectFrom('users')
    .select(columns)
    .where('tenantId', '=', tenantId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase()))
    .where('isDeactivated', '=', false)
    .executeTakeFirst();
}

async function getUser(
  db: Db,
  tenantId: number,
  id: number,
): Promise<PasswordUser & { passwordHash: string | null }> {
  return db
    .selectFrom('users')
    .select([...columns, 'passwordHash'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function insertReset(db: Db, userId: number, hash: Buffer, ttlSeconds: number): Promise<void> {
  const expiresAt = sql<string>`now() + make_interval(secs => ${ttlSeconds})`;
  await db.insertInto('passwordResets').values({ hash, userId, expiresAt }).execute();
}

/** The user behind a link that can be used; with `lock`, nobody else uses a link of theirs meanwhile. */
function findByReset(
  db: Db,
  tenantId: number,
  hash: Buffer,
  { lock }: { lock: boolean },
): Promise<PasswordUser | undefined> {
  return db
    .selectFrom('passwordResets')
    .innerJoin('users', 'users.id', 'passwordResets.userId')
    .select(columns)
    .where('passwordResets.hash', '=', hash)
    .where('passwordResets.expiresAt', '>', now)
    .where('users.tenantId', '=', tenantId)
    .where('users.isDeactivated', '=', false)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

async function setPassword(db: Db, tenantId: number, id: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ passwordHash, updatedAt: now })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Stores a password in the place of another. @returns false where that is no longer the one that there is */
async function replacePassword(
  db: Db,
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
}

/** Revokes every key that acts as a user, and what applications were authorized to do. */
async function revokeKeys(db: Db, tenantId: number, userId: number): Promise<void> {
  await db.deleteFrom('oauthGrants').where('tenantId', '=', tenantId).where('userId', '=', userId).execute();
  await db.deleteFrom('apiKeys').where('tenantId', '=', tenantId).where('userId', '=', userId).execute();
}
