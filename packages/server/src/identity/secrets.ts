import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** A random secret: 32 bytes as 43 characters of base64url. */
export function makeSecret(): string {
  return randomBytes(HASH_BYTES).toString('base64url');
}

/** SHA-256 of a random secret, to store and look it up by. 32 random bytes need no salt and no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The hash of a password: scrypt with a random salt, as `scrypt:<salt>:<hash>` in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, HASH_BYTES);
  return `scrypt:${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

/** Whether a password matches the stored hash, in the same time for null, a user without a password. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? '').split(':');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), HASH_BYTES);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
