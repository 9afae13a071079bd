import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** A secret that nobody can guess: 32 random bytes as 43 characters that fit into a URL. */
export function makeSecret(): string {
  return randomBytes(HASH_BYTES).toString('base64url');
}

/** What is stored of a random secret. It has too much entropy to be guessed, so a plain hash is enough to look it up by. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** What is stored of a password: scrypt with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, HASH_BYTES);
  return `scrypt:${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

/** Whether the password is the one of the stored hash; takes as long for a user without a password. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? '').split(':');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), HASH_BYTES);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
