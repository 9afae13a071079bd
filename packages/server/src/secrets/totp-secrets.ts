import type { Db } from '../db/database.ts';
import type { Keyring } from './keyring.ts';
import { hideSecret, showSecret } from './stored-secret.ts';

/** Where the key of the authenticator of a user belongs. */
export const totpContext = (userId: number) => `authenticator ${userId}`;

/**
 * Encrypts the keys of authenticators with the current key, within the transaction of a rotation.
 * @returns how many
 * @throws `unavailable`
 */
export async function encryptTotpSecretsAgain(tx: Db, keyring: Keyring): Promise<number> {
  const { id } = await keyring.current();
  const rows = await tx
    .selectFrom('totpSecrets')
    .select(['userId', 'encryptedSecret', 'keyId'])
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const row of rows) {
    const context = totpContext(row.userId);
    const secret = await hideSecret(keyring, await showSecret(keyring, row, context), context);
    await tx.updateTable('totpSecrets').set(secret).where('userId', '=', row.userId).execute();
  }
  return rows.length;
}
