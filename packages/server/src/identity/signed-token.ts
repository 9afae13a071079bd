import { refuse } from '@oriel/contract';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { randomUUID } from 'node:crypto';

/** What our own tokens say about themselves stands under this key of the payload; the rest is the standard's or the caller's. */
export const CLAIMS_KEY = 'oriel';

/** How a token is signed: by whom, with which secret. */
export interface TokenKey {
  readonly secret: string;
  /** Required of a token where given. */
  readonly issuer?: string;
}

/**
 * Signs a JWT that holds until a time at most, to the second.
 *
 * @param expiresAtMs milliseconds since 1970
 */
export async function signToken(
  payload: JWTPayload,
  { secret, issuer }: TokenKey,
  expiresAtMs: number,
): Promise<string> {
  const token = new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(Math.floor(expiresAtMs / 1000))
    .setJti(randomUUID());
  if (issuer !== undefined) token.setIssuer(issuer);
  return token.sign(new TextEncoder().encode(secret));
}

/**
 * Reads the payload of a JWT with a valid signature and times.
 *
 * @throws `unauthenticated` or `credential_expired`
 */
export async function verifyToken(token: string, { secret, issuer }: TokenKey): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      ...(issuer !== undefined && { issuer }),
    });
    return payload;
  } catch (cause) {
    throw refuse(cause instanceof errors.JWTExpired ? 'credential_expired' : 'unauthenticated', undefined, {
      cause,
    });
  }
}

/** When a token expires, in milliseconds since 1970; undefined never. */
export function expiryOf({ exp }: JWTPayload): number | undefined {
  return exp === undefined ? undefined : exp * 1000;
}
