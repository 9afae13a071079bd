import { limits } from '@oriel/contract';
import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { Encrypted } from '../../secrets/encryption.ts';

/** A key as it is looked up: it belongs to one caller. */
export interface StoredKey {
  readonly tenantId: number;
  readonly caller: string;
  /** SHA-256 of what the caller sent. */
  readonly keyHash: Buffer;
}

/** What was answered to the request of a key. */
export interface StoredAnswer extends Encrypted {
  readonly requestHash: Buffer;
}

/** What is known of a key: the answer of its request, or null where what became of its items is stored. */
export interface KnownKey {
  readonly requestHash: Buffer;
  readonly answer: Encrypted | null;
}

/** Beside the hash of a key. */
const LOCK = 7_231_007;

const expiresAt = sql<string>`now() + make_interval(secs => ${limits.IDEMPOTENCY_KEY_TTL_SECONDS})`;

async function remove(tx: Db, { tenantId, caller, keyHash }: StoredKey): Promise<void> {
  await tx
    .deleteFrom('idempotencyKeys')
    .where('tenantId', '=', tenantId)
    .where('caller', '=', caller)
    .where('keyHash', '=', keyHash)
    .execute();
}

/** Makes the store of answers by key. */
export function createIdempotencyStore(tx: Db) {
  return bindFirst(tx, { lock, lockConnection, unlock, find, claim, release, listOutcomes, put });
}

/** Whether no other request with the key is under way; none begins before the transaction ends. */
async function lock(tx: Db, key: StoredKey): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(${LOCK}, hashtext(${nameOf(key)})) as is_mine`.execute(tx);
  return rows[0]?.isMine === true;
}

/** The same for a connection, until `unlock` or its end. */
async function lockConnection(tx: Db, key: StoredKey): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_lock(${LOCK}, hashtext(${nameOf(key)})) as is_mine`.execute(tx);
  return rows[0]?.isMine === true;
}

async function unlock(tx: Db, key: StoredKey): Promise<void> {
  await sql`select pg_advisory_unlock(${LOCK}, hashtext(${nameOf(key)}))`.execute(tx);
}

async function find(tx: Db, { tenantId, caller, keyHash }: StoredKey): Promise<KnownKey | undefined> {
  const row = await tx
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'keyId', 'encryptedValue'])
    .where('tenantId', '=', tenantId)
    .where('caller', '=', caller)
    .where('keyHash', '=', keyHash)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst();
  if (!row) return undefined;
  const { requestHash, keyId, encryptedValue } = row;
  return {
    requestHash,
    answer: keyId === null || encryptedValue === null ? null : { keyId, encryptedValue },
  };
}

/**
 * Notes the key of a bulk request. One that has expired is forgotten with the outcomes of its items. It does not wait
 * for the disk: without an item that was changed the key is of no use, and changes of items take it along.
 */
async function claim(tx: Db, key: StoredKey, requestHash: Buffer): Promise<void> {
  await remove(tx, key);
  const { tenantId, caller, keyHash } = key;
  await sql`insert into idempotency_keys (tenant_id, caller, key_hash, request_hash, expires_at)
    select ${tenantId}::integer, ${caller}::text, ${keyHash}::bytea, ${requestHash}::bytea, ${expiresAt}
    where set_config('synchronous_commit', 'off', true) = 'off'`.execute(tx);
}

/** Forgets a key, of which nothing was done. */
function release(tx: Db, key: StoredKey): Promise<void> {
  return remove(tx, key);
}

/** What became of the items of a bulk request, by what names them. */
async function listOutcomes(tx: Db, { tenantId, caller, keyHash }: StoredKey): Promise<Map<string, unknown>> {
  const rows = await tx
    .selectFrom('itemOutcomes')
    .select(['item', 'outcome'])
    .where('tenantId', '=', tenantId)
    .where('caller', '=', caller)
    .where('keyHash', '=', keyHash)
    .execute();
  return new Map(rows.map(({ item, outcome }) => [item, outcome.done]));
}

async function put(tx: Db, key: StoredKey, answer: StoredAnswer): Promise<void> {
  await tx
    .insertInto('idempotencyKeys')
    .values({ ...key, ...answer, expiresAt })
    // One that has expired and is not removed yet.
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'caller', 'keyHash']).doUpdateSet({ ...answer, expiresAt }),
    )
    .execute();
}

function nameOf({ keyHash, caller }: StoredKey): string {
  return `${caller} ${keyHash.toString('hex')}`;
}
