import { refuse } from '@oriel/contract';
import { decrypt, encrypt } from './encryption.ts';
import type { Keyring } from './keyring.ts';

/** A secret as it is stored. */
export interface StoredSecret {
  readonly encryptedSecret: Buffer;
  readonly keyId: string;
}

/** Encrypts a secret. `context` is where it belongs; it is read there alone. */
export async function hideSecret(keyring: Keyring, text: string, context: string): Promise<StoredSecret> {
  const { encryptedValue, keyId } = encrypt(await keyring.current(), text, context);
  return { encryptedSecret: encryptedValue, keyId };
}

/** Reads a secret. @throws `unavailable` where the key is not here, or the secret was changed by others */
export async function showSecret(
  keyring: Keyring,
  { encryptedSecret, keyId }: StoredSecret,
  context: string,
): Promise<string> {
  const reason = `The credential of the ${context} cannot be decrypted with the keys of this server; set it anew`;
  const key = await keyring.find(keyId);
  if (!key) throw refuse('unavailable', { reason });
  try {
    return decrypt(key, encryptedSecret, context);
  } catch (cause) {
    throw refuse('unavailable', { reason }, { cause });
  }
}
