import type { Db } from '../db/database.ts';
import type { Keyring } from './keyring.ts';
import { hideSecret, showSecret } from './stored-secret.ts';

/** Where the ID token of a console session belongs. */
export const idTokenContext = (sessionId: number) => `ID token of console session ${sessionId}`;

/**
 * Encrypts ID tokens with the current key, within the transaction of a rotation.
 * @returns how many
 * @throws `unavailable`
 */
export async function encryptIdTokensAgain(tx: Db, keyring: Keyring): Promise<number> {
  const { id } = await keyring.current();
  const rows = await tx
    .selectFrom('providerIdTokens')
    .selectAll()
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const row of rows) {
    const context = idTokenContext(row.sessionId);
    const secret = await hideSecret(keyring, await showSecret(keyring, row, context), context);
    await tx.updateTable('providerIdTokens').set(secret).where('sessionId', '=', row.sessionId).execute();
  }
  return rows.length;
}
