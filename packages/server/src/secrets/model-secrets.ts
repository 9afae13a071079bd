import type { Db } from '../db/database.ts';
import type { Keyring } from './keyring.ts';
import { hideSecret, showSecret } from './stored-secret.ts';

/** Where the key of an account's model belongs. */
export const modelContext = (tenantId: number) => `model of the account ${tenantId}`;

/**
 * Encrypts the keys of models with the current key, within the transaction of a rotation.
 * @returns how many
 * @throws `unavailable`
 */
export async function encryptModelSecretsAgain(tx: Db, keyring: Keyring): Promise<number> {
  const { id } = await keyring.current();
  const rows = await tx
    .selectFrom('modelEndpoints')
    .select(['tenantId', 'encryptedSecret', 'keyId'])
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const { tenantId, encryptedSecret, keyId } of rows) {
    if (encryptedSecret === null || keyId === null) continue;
    const context = modelContext(tenantId);
    const text = await showSecret(keyring, { encryptedSecret, keyId }, context);
    const secret = await hideSecret(keyring, text, context);
    await tx.updateTable('modelEndpoints').set(secret).where('tenantId', '=', tenantId).execute();
  }
  return rows.length;
}
