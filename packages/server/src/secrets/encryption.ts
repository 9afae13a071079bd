import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** A key of the installation. */
export interface EncryptionKey {
  /** Names it beside what it encrypts; says nothing about it. */
  readonly id: string;
  readonly key: KeyObject;
}

/** What a value is encrypted as, and by which key. */
export interface Encrypted {
  readonly keyId: string;
  /** Nonce, tag and ciphertext, one after the other. */
  readonly encryptedValue: Buffer;
}

const ALGORITHM = 'aes-256-gcm';
/** Bytes of a key. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 8;

/** The key of some bytes. */
export function toEncryptionKey(bytes: Buffer): EncryptionKey {
  const digest = createHash('sha256').update('key id').update(bytes).digest();
  return { id: digest.subarray(0, ID_BYTES).toString('hex'), key: createSecretKey(bytes) };
}

/**
 * Encrypts a text with AES-256-GCM under a random nonce.
 *
 * @param context where the text belongs; it can be decrypted there alone
 * @see NIST SP 800-38D, for how many texts one key may take: 2³² with random nonces
 */
export function encrypt({ id, key }: EncryptionKey, text: string, context: string): Encrypted {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(context),
  );
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { keyId: id, encryptedValue: Buffer.concat([nonce, cipher.getAuthTag(), content]) };
}

/**
 * Decrypts a text.
 *
 * @throws a plain error for what was not encrypted with this key in this context, or was changed since
 */
export function decrypt({ key }: EncryptionKey, encryptedValue: Buffer, context: string): string {
  const nonce = encryptedValue.subarray(0, NONCE_BYTES);
  const tag = encryptedValue.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  const content = decipher.update(encryptedValue.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([content, decipher.final()]).toString('utf8');
}
