import type { Db } from '../db/database.ts';
import type { Keyring } from './keyring.ts';
import { hideSecret, showSecret } from './stored-secret.ts';

/** Where the secret of a client at a provider belongs. */
export const integrationContext = (id: number) => `OAuth integration ${id}`;
/** Where the tokens of a user belong. */
export const userTokenContext = ({ integrationId, userId }: { integrationId: number; userId: number }) =>
  `OAuth integration ${integrationId}, tokens of user ${userId}`;
/** Where the code verifier of a flow belongs. */
export const flowContext = (stateHash: Buffer) => `OAuth flow ${stateHash.toString('hex')}`;

/**
 * Encrypts what OAuth integrations keep with the current key, within the transaction of a rotation. People who are at a
 * provider at that moment begin anew.
 *
 * @returns how many
 * @throws `unavailable`
 */
export async function encryptUserTokensAgain(tx: Db, keyring: Keyring): Promise<number> {
  const { id } = await keyring.current();
  const renew = async (row: { encryptedSecret: Buffer; keyId: string }, context: string) =>
    hideSecret(keyring, await showSecret(keyring, row, context), context);
  const integrations = await tx
    .selectFrom('oauthIntegrations')
    .select(['id', 'encryptedSecret', 'keyId'])
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const row of integrations) {
    const secret = await renew(row, integrationContext(row.id));
    await tx.updateTable('oauthIntegrations').set(secret).where('id', '=', row.id).execute();
  }
  const tokens = await tx
    .selectFrom('userOauthTokens')
    .select(['id', 'integrationId', 'userId', 'encryptedSecret', 'keyId'])
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const { encryptedSecret, keyId, ...row } of tokens) {
    if (encryptedSecret === null || keyId === null) continue;
    const secret = await renew({ encryptedSecret, keyId }, userTokenContext(row));
    await tx.updateTable('userOauthTokens').set(secret).where('id', '=', row.id).execute();
  }
  await tx.deleteFrom('oauthFlows').where('keyId', '<>', id).execute();
  return integrations.length + tokens.length;
}
