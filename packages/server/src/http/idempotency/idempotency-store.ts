import { limits } from '@oriel/contract';
import { sql } from 'kysely';
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

/** Beside the hash of a key. */
const LOCK = 7_231_007;

/** Makes the store of answers by key, within a transaction. */
export function createIdempotencyStore(tx: Db) {
  return {
    /** Whether no other request with the key is under way; none begins before the transaction ends. */
    async lock({ keyHash, caller }: StoredKey): Promise<boolean> {
      const name = `${caller} ${keyHash.toString('hex')}`;
      const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(${LOCK}, hashtext(${name})) as is_mine`.execute(tx);
      return rows[0]?.isMine === true;
    },
    find: ({ tenantId, caller, keyHash }: StoredKey): Promise<StoredAnswer | undefined> =>
      tx
        .selectFrom('idempotencyKeys')
        .select(['requestHash', 'keyId', 'encryptedValue'])
        .where('tenantId', '=', tenantId)
        .where('caller', '=', caller)
        .where('keyHash', '=', keyHash)
        .where('expiresAt', '>', sql<string>`now()`)
        .executeTakeFirst(),
    async put(key: StoredKey, answer: StoredAnswer): Promise<void> {
      const expiresAt = sql<string>`now() + make_interval(secs => ${limits.IDEMPOTENCY_KEY_TTL_SECONDS})`;
      await tx
        .insertInto('idempotencyKeys')
        .values({ ...key, ...answer, expiresAt })
        // One that has expired and is not removed yet.
        .onConflict((conflict) =>
          conflict.columns(['tenantId', 'caller', 'keyHash']).doUpdateSet({ ...answer, expiresAt }),
        )
        .execute();
    },
  };
}
