import { createPrivateKey } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { holdKey } from '../secrets/key-lock.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { signingKeyContext } from '../secrets/signing-key-secrets.ts';
import { hideSecret, showSecret } from '../secrets/stored-secret.ts';
import { makeSigningKey, type SigningKey } from './signing-key.ts';

/** A key as it is stored. */
export type SigningKeyRow = Selectable<Tables['signingKeys']>;

/** What a key is for: it signs, it will sign, it has signed. */
type SigningKeyState = SigningKeyRow['state'];

/** Any number that no other program is likely to lock. */
const LOCK_KEY = 7_231_012;

/** Until the transaction ends no other changes the keys, nor the key that encrypts them. */
export async function lockSigningKeys(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
  await holdKey(tx);
}

/** The one that signs first, then the next, then those before, the latest first. */
export function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return (
    db
      .selectFrom('signingKeys')
      .selectAll()
      // As their names are sorted.
      .orderBy('state')
      .orderBy('stateSince', 'desc')
      .orderBy('kid')
      .execute()
  );
}

/** Makes and stores a key. */
export async function addSigningKey(tx: Db, keyring: Keyring, state: SigningKeyState): Promise<void> {
  const { kid, privateKey, publicJwk } = await makeSigningKey();
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string; // PEM is a text
  const secret = await hideSecret(keyring, text, signingKeyContext(kid));
  await tx
    .insertInto('signingKeys')
    .values({ kid, state, publicJwk: JSON.stringify(publicJwk), ...secret })
    .execute();
}

/** @throws `unavailable` where this server does not have the key that it is encrypted with */
export async function openSigningKey(keyring: Keyring, row: SigningKeyRow): Promise<SigningKey> {
  return {
    kid: row.kid,
    privateKey: createPrivateKey(await showSecret(keyring, row, signingKeyContext(row.kid))),
  };
}

/** Moves keys from one state to the next. */
export async function changeState(tx: Db, from: SigningKeyState, to: SigningKeyState): Promise<void> {
  await tx
    .updateTable('signingKeys')
    .set({ state: to, stateSince: sql`now()` })
    .where('state', '=', from)
    .execute();
}
