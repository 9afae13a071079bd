import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A random secret: 32 bytes as 43 characters of base64url. */
export function makeSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** SHA-256 of a random secret, to store and look it up by. 32 random bytes need no salt and no slow hash. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** What OAuth access tokens begin with, which tells them from API keys (`orl_…`). */
export const ACCESS_TOKEN_PREFIX = 'ort_';

/** Whether a credential is an OAuth access token, by the way it begins. */
export function isAccessToken(secret: string): boolean {
  return secret.startsWith(ACCESS_TOKEN_PREFIX);
}
