import { refuse } from '@oriel/contract';
import type { JWTPayload } from 'jose';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/**
 * What our own tokens say about themselves stands under this key of the payload; the rest is the standard's or the
 * caller's.
 */
export const CLAIMS_KEY = 'oriel';

/** How a token is signed: by whom, with which secret. */
interface TokenKey {
  readonly secret: string;
  /** Required of a token where given. */
  readonly issuer?: string;
}

const strictText = new TextDecoder('utf-8', { fatal: true });
const OWN_HEADER = encode({ alg: 'HS256' });
/** Ours, and those of the usual libraries. */
const PLAIN_HEADERS: ReadonlySet<string | undefined> = new Set([
  OWN_HEADER,
  encode({ alg: 'HS256', typ: 'JWT' }),
  encode({ typ: 'JWT', alg: 'HS256' }),
]);

/**
 * Signs a JWT that holds until a time at most, to the second.
 *
 * @param expiresAtMs milliseconds since 1970
 */
export function signToken(payload: JWTPayload, { secret, issuer }: TokenKey, expiresAtMs: number): string {
  const standard = {
    iat: secondsOf(Date.now()),
    exp: secondsOf(expiresAtMs),
    jti: randomUUID(),
    ...(issuer !== undefined && { iss: issuer }),
  };
  const text = `${OWN_HEADER}.${encode({ ...payload, ...standard })}`;
  return `${text}.${signatureOf(text, secret)}`;
}

/**
 * Reads the payload of a JWT with a valid signature and times.
 *
 * A plain and valid token is read at once; the library, which goes through the thread pool for each signature and takes
 * forty times as long, decides about every other, and so about every refusal.
 *
 * @throws `unauthenticated` or `credential_expired`
 */
export async function verifyToken(token: string, key: TokenKey): Promise<JWTPayload> {
  const { secret, issuer } = key;
  try {
    const plain = readPlainToken(token, key);
    if (plain) return plain;
  } catch (cause) {
    throw refuse('unauthenticated', undefined, { cause });
  }
  // Loaded with the first such token: most servers never see one.
  const { errors, jwtVerify } = await import('jose');
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

/**
 * The payload of a token with one of the usual headers, as long as nothing speaks against it; undefined for any other.
 */
function readPlainToken(token: string, { secret, issuer }: TokenKey): JWTPayload | undefined {
  const end = token.lastIndexOf('.');
  const [header, payload, ...rest] = token.slice(0, end).split('.');
  if (!PLAIN_HEADERS.has(header) || payload === undefined || rest.length > 0) return undefined;
  if (!isEqual(token.slice(end + 1), signatureOf(token.slice(0, end), secret))) return undefined;
  const claims: unknown = JSON.parse(strictText.decode(Buffer.from(payload, 'base64url')));
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined;
  // A JSON object; whether its claims have their types is checked.
  const known = claims as JWTPayload;
  return isCurrent(known, issuer) ? known : undefined;
}

/** RFC 7519, section 4.1, for the claims that are asked for here. */
function isCurrent({ iss, exp, nbf, iat }: JWTPayload, issuer: string | undefined): boolean {
  // What a host has signed may be of any type.
  const areTimes = [exp, nbf, iat].every((time) => time === undefined || Number.isFinite(time));
  const now = secondsOf(Date.now());
  return (
    areTimes &&
    (issuer === undefined || iss === issuer) &&
    (exp === undefined || exp > now) &&
    (nbf === undefined || nbf <= now)
  );
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}
