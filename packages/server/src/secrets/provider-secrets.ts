import type { Db } from '../db/database.ts';
import type { Keyring } from './keyring.ts';
import { hideSecret, showSecret } from './stored-secret.ts';

/** Where the secret of an identity provider belongs; its slug never changes. */
export const providerContext = ({ tenantId, slug }: { readonly tenantId: number; readonly slug: string }) =>
  `identity provider ${tenantId}/${slug}`;

/**
 * Encrypts the secrets of identity providers with the current key, within the transaction of a rotation.
 * @returns how many
 * @throws `unavailable`
 */
export async function encryptProviderSecretsAgain(tx: Db, keyring: Keyring): Promise<number> {
  const { id } = await keyring.current();
  const rows = await tx
    .selectFrom('identityProviders')
    .selectAll()
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const row of rows) {
    const { encryptedSecret, keyId } = row;
    if (encryptedSecret === null || keyId === null) continue;
    const context = providerContext(row);
    const secret = await hideSecret(
      keyring,
      await showSecret(keyring, { encryptedSecret, keyId }, context),
      context,
    );
    await tx.updateTable('identityProviders').set(secret).where('id', '=', row.id).execute();
  }
  return rows.length;
}
