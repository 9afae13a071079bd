import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { StoredSecret } from '../../secrets/stored-secret.ts';
import type { NewPasskey, StoredPasskey } from './passkeys.ts';

/** What a user has set up. */
export interface FactorSummary {
  readonly totpConfirmedAt: string | null;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

/** A passkey as its user sees it. */
interface PasskeyRow {
  readonly id: number;
  readonly name: string;
  readonly isBackedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const shown = ['id', 'name', 'isBackedUp', 'createdAt', 'lastUsedAt'] as const;
const used = ['id', 'userId', 'credentialId', 'publicKey', 'counter', 'transports'] as const;

/** The SQL of second factors. The caller has checked that the user is of its account. */
export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>;

const now = sql<string>`now()`;

/** Makes the store of second factors. */
export function createSecondFactorStore(db: Db) {
  return bindFirst(db, {
    getSummary,
    lock,
    putTotp,
    findTotp,
    takeStep,
    removeTotp,
    replaceRecoveryCodes,
    takeRecoveryCode,
    listPasskeys,
    listCredentials,
    findCredential,
    insertPasskey,
    usePasskey,
    renamePasskey,
    removePasskey,
    removeAll,
    isDemanded,
  });
}

async function getSummary(db: Db, userId: number): Promise<FactorSummary> {
  const { rows } = await sql<FactorSummary>`select
        (select confirmed_at from totp_secrets where user_id = ${userId}) as totp_confirmed_at,
        (select count(*)::integer from passkeys where user_id = ${userId}) as passkeys,
        (select count(*)::integer from recovery_codes where user_id = ${userId}) as recovery_codes`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('A select without a table gave no row');
  return row;
}

/** Keeps others from changing the factors of a user until the transaction ends. */
async function lock(db: Db, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(db);
}

/** Begins with a key, unless one is confirmed already. @returns whether it did */
async function putTotp(db: Db, userId: number, secret: StoredSecret): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('totpSecrets')
    .values({ userId, ...secret })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ ...secret, createdAt: now, lastStep: 0 })
        .where('totpSecrets.confirmedAt', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

function findTotp(
  db: Db,
  userId: number,
): Promise<(StoredSecret & { confirmedAt: string | null }) | undefined> {
  return db
    .selectFrom('totpSecrets')
    .select(['encryptedSecret', 'keyId', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
}

/**
 * Takes the code of a step of time, once.
 * @param isConfirmed whether the key has to be confirmed; else it is by this
 */
async function takeStep(db: Db, userId: number, step: number, isConfirmed: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totpSecrets')
    .set({ lastStep: step, ...(!isConfirmed && { confirmedAt: now }) })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .where('confirmedAt', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function removeTotp(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('totpSecrets').where('userId', '=', userId).execute();
}

async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  if (hashes.length > 0)
    await db
      .insertInto('recoveryCodes')
      .values(hashes.map((hash) => ({ userId, hash })))
      .execute();
}

/** Takes a recovery code, once. */
async function takeRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').select(shown).where('userId', '=', userId).orderBy('id').execute();
}

function listCredentials(db: Db, userId: number): Promise<StoredPasskey[]> {
  return db.selectFrom('passkeys').select(used).where('userId', '=', userId).orderBy('id').execute();
}

/** The passkey of an active user of an account. */
function findCredential(db: Db, tenantId: number, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['p.id', 'p.userId', 'p.credentialId', 'p.publicKey', 'p.counter', 'p.transports'])
    .where('u.tenantId', '=', tenantId)
    .where('u.isDeactivated', '=', false)
    .where('p.credentialId', '=', credentialId)
    .executeTakeFirst();
}

/** @returns undefined where another has it already */
function insertPasskey(
  db: Db,
  userId: number,
  name: string,
  passkey: NewPasskey,
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values({ ...passkey, userId, name })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(shown)
    .executeTakeFirst();
}

/** Notes a use. @returns false where it was noted already: the counter has to grow, where there is one */
async function usePasskey(db: Db, id: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst();
}

async function removePasskey(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

async function removeAll(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('totpSecrets').where('userId', '=', userId).execute();
  await db.deleteFrom('passkeys').where('userId', '=', userId).execute();
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/** Whether the account demands a second factor after a password. */
async function isDemanded(db: Db, tenantId: number): Promise<boolean> {
  const { rows } = await sql<{ isDemanded: boolean }>`
        select coalesce((settings ->> 'requiresSecondFactor')::boolean, false) as is_demanded
        from tenants where id = ${tenantId}`.execute(db);
  return rows[0]?.isDemanded === true;
}
