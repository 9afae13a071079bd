import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Any number that no other program is likely to lock. */
const LOCK_KEY = 7_231_011;

/** Until the transaction ends the current key stays what it is: a rotation waits. */
export async function holdKey(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK_KEY})`.execute(tx);
}

/** Until the transaction ends nothing is encrypted by others. */
export async function lockKeys(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
}
