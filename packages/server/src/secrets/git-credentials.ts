import type { Db } from '../db/database.ts';
import type { Keyring } from './keyring.ts';
import { hideSecret, showSecret } from './stored-secret.ts';

/** Where the credential of a remote belongs. */
export const remoteContext = (deploymentId: number) => `git remote ${deploymentId}`;
/** Where the tokens of a user belong. */
export const linkContext = (userId: number) => `git provider link ${userId}`;

/**
 * Encrypts the credentials of git hosts with the current key, within the transaction of a rotation.
 * @returns how many
 * @throws `unavailable`
 */
export async function encryptCredentialsAgain(tx: Db, keyring: Keyring): Promise<number> {
  const { id } = await keyring.current();
  const renew = async (row: { encryptedSecret: Buffer; keyId: string }, context: string) =>
    hideSecret(keyring, await showSecret(keyring, row, context), context);
  let count = 0;
  const remotes = await tx
    .selectFrom('gitRemotes')
    .select(['deploymentId', 'encryptedSecret', 'keyId'])
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const { deploymentId, encryptedSecret, keyId } of remotes) {
    if (encryptedSecret === null || keyId === null) continue;
    const secret = await renew({ encryptedSecret, keyId }, remoteContext(deploymentId));
    await tx.updateTable('gitRemotes').set(secret).where('deploymentId', '=', deploymentId).execute();
    count += 1;
  }
  const links = await tx
    .selectFrom('gitProviderLinks')
    .selectAll()
    .where('keyId', '<>', id)
    .forUpdate()
    .execute();
  for (const row of links) {
    const secret = await renew(row, linkContext(row.userId));
    await tx.updateTable('gitProviderLinks').set(secret).where('userId', '=', row.userId).execute();
    count += 1;
  }
  return count;
}
