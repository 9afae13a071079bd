import { createHash, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { PublicJwk } from '../db/values/stored-jwk.ts';

/** A key that signs RS256. */
export interface SigningKey {
  /** Goes into the header of what it signs. */
  readonly kid: string;
  readonly privateKey: KeyObject;
}

const MODULUS_BITS = 2048;

/** Makes a key pair, in a thread of its own. */
export async function makeSigningKey(): Promise<SigningKey & { readonly publicJwk: PublicJwk }> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = thumbprintOf({ n, e });
  return { kid, privateKey, publicJwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e } };
}

/** @see RFC 7638: the members that the key needs, in the order of their names */
function thumbprintOf({ n, e }: Pick<PublicJwk, 'n' | 'e'>): string {
  return createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
}
