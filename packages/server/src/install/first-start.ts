import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { hashSecret, makeSecret } from '../identity/credentials/secrets.ts';
import { holdKey } from '../secrets/key-lock.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { addEmbedSecret } from '../secrets/token-secrets.ts';
import { hashPassword } from '../identity/sign-in/password-hash.ts';

/** The credentials that the first start prints; only hashes of them are stored. */
export interface FirstStart {
  email: string;
  password: string;
  apiKey: string;
}

/** The e-mail address of the first administrator. */
export const ADMIN_EMAIL = 'admin@oriel.localhost';

/** Creates the account, its administrator and an API key; undefined where there is an account already. */
export async function installOnce(db: Db, keyring: Keyring): Promise<FirstStart | undefined> {
  const password = makeSecret().slice(0, 16);
  const apiKey = `orl_${makeSecret()}`;
  return db.transaction().execute(async (tx) => {
    await holdKey(tx);
    // The second of two first starts on one database waits here, and then finds the account.
    await sql`lock table tenants in share row exclusive mode`.execute(tx);
    if (await tx.selectFrom('tenants').select('id').limit(1).executeTakeFirst()) return undefined;
    const tenant = await tx
      .insertInto('tenants')
      .values({ name: 'default', displayName: 'Oriel' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addEmbedSecret(tx, keyring, { tenantId: tenant.id, text: makeSecret() });
    const user = await tx
      .insertInto('users')
      .values({
        tenantId: tenant.id,
        email: ADMIN_EMAIL,
        username: ADMIN_EMAIL,
        firstName: 'Admin',
        role: 'Admin',
        passwordHash: hashPassword(password),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertKey(tx, tenant.id, user.id, { name: 'First start', secret: apiKey });
    return { email: ADMIN_EMAIL, password, apiKey };
  });
}

/** The administrator of the oldest account, for automation and the demo. */
export async function getFirstAdmin(db: Db): Promise<{ tenantId: number; userId: number }> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'tenantId'])
    .where('role', '=', 'Admin')
    .orderBy('tenantId')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { tenantId: row.tenantId, userId: row.id };
}

/** Stores the given API key for the first administrator, unless it is stored already. */
export async function ensureBootstrapKey(db: Db, secret: string): Promise<void> {
  const known = await db
    .selectFrom('apiKeys')
    .select('id')
    .where('hash', '=', hashSecret(secret))
    .executeTakeFirst();
  if (known) return;
  const { tenantId, userId } = await getFirstAdmin(db);
  await insertKey(db, tenantId, userId, { name: 'Bootstrap', secret });
}

/** Creates an API key of the first administrator and answers with the key itself. */
export async function makeAdminKey(db: Db, name: string): Promise<string> {
  const { tenantId, userId } = await getFirstAdmin(db);
  const secret = `orl_${makeSecret()}`;
  await insertKey(db, tenantId, userId, { name, secret });
  return secret;
}

/** Stores an API key of a user. */
export async function insertKey(
  db: Db,
  tenantId: number,
  userId: number,
  { name, secret }: { name: string; secret: string },
): Promise<void> {
  await db
    .insertInto('apiKeys')
    .values({
      tenantId,
      userId,
      name,
      prefix: secret.slice(0, 12),
      hash: hashSecret(secret),
    })
    .execute();
}
