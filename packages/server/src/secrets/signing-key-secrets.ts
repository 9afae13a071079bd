import type { Db } from '../db/database.ts';
import type { Keyring } from './keyring.ts';
import { hideSecret, showSecret } from './stored-secret.ts';

/** Where the private half of a signing key belongs. */
export const signingKeyContext = (kid: string) => `signing key ${kid}`;

/**
 * Encrypts the private keys with the current key, within the transaction of a rotation.
 * @returns how many
 * @throws `unavailable`
 */
export async function encryptSigningKeysAgain(tx: Db, keyring: Keyring): Promise<number> {
  const { id } = await keyring.current();
  const rows = await tx
    .selectFrom('signingKeys')
    .select(['kid', 'encryptedSecret', 'keyId'])
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const row of rows) {
    const context = signingKeyContext(row.kid);
    const secret = await hideSecret(keyring, await showSecret(keyring, row, context), context);
    await tx.updateTable('signingKeys').set(secret).where('kid', '=', row.kid).execute();
  }
  return rows.length;
}
