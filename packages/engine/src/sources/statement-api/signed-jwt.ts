import { sign, type KeyObject } from 'node:crypto';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A JSON Web Token, signed with RSA and SHA-256.
 *
 * @see RFC 7519, and RFC 7518 section 3.3
 */
export function signJwt(claims: object, key: KeyObject, keyId?: string): string {
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}
