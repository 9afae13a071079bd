import { encryptCredentialsAgain } from '../secrets/git-credentials.ts';
import { encryptUserTokensAgain } from '../secrets/user-token-secrets.ts';
import type { Db } from '../db/database.ts';
import { lockKeys } from '../secrets/key-lock.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { encryptIdTokensAgain } from '../secrets/id-token-secrets.ts';
import { encryptModelSecretsAgain } from '../secrets/model-secrets.ts';
import { encryptProviderSecretsAgain } from '../secrets/provider-secrets.ts';
import { encryptSigningKeysAgain } from '../secrets/signing-key-secrets.ts';
import { encryptTokenSecretsAgain } from '../secrets/token-secrets.ts';
import { encryptTotpSecretsAgain } from '../secrets/totp-secrets.ts';
import { createVariableStore, writeEncrypted, type VariableRow } from './variable-store.ts';

/**
 * Encrypts every secret with a new key and forgets the old ones; servers that run take the new key by themselves. One
 * that is interrupted leaves all keys that are needed.
 *
 * @returns how many secrets were encrypted
 * @throws `unavailable` where one cannot be decrypted; then nothing has changed but that there is one more key
 */
export async function rotateKey(db: Db, keyring: Keyring): Promise<number> {
  const count = await db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    await keyring.renew();
    const credentials = await encryptCredentialsAgain(tx, keyring);
    const signingKeys = await encryptSigningKeysAgain(tx, keyring);
    const userTokens = await encryptUserTokensAgain(tx, keyring);
    const providers = await encryptProviderSecretsAgain(tx, keyring);
    const models = await encryptModelSecretsAgain(tx, keyring);
    const authenticators = await encryptTotpSecretsAgain(tx, keyring);
    const idTokens = await encryptIdTokensAgain(tx, keyring);
    const tokenSecrets = await encryptTokenSecretsAgain(tx, keyring);
    const variables = await encryptAgain(tx, keyring, (row, keyId) => row.keyId !== keyId);
    return (
      credentials +
      signingKeys +
      userTokens +
      providers +
      models +
      authenticators +
      idTokens +
      tokenSecrets +
      variables
    );
  });
  await keyring.forgetOthers();
  return count;
}

/** Encrypts the values that are stored as they were sent, before values were encrypted. @returns how many */
export async function encryptPlainVariables(db: Db, keyring: Keyring): Promise<number> {
  const isPlain = await db
    .selectFrom('deploymentVariables')
    .select('name')
    .where('keyId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!isPlain) return 0;
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    return encryptAgain(tx, keyring, ({ keyId }) => keyId === null);
  });
}

async function encryptAgain(
  tx: Db,
  keyring: Keyring,
  isMeant: (row: VariableRow, currentKeyId: string) => boolean,
): Promise<number> {
  const key = await keyring.current();
  const store = createVariableStore(tx, keyring);
  const rows = await tx.selectFrom('deploymentVariables').selectAll().forUpdate().execute();
  const meant = rows.filter((row) => isMeant(row, key.id));
  for (const row of meant)
    await writeEncrypted(tx, row.deploymentId, new Map([[row.name, await store.reveal(row)]]), key);
  return meant.length;
}
