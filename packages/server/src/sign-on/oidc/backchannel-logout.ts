import { isJsonObject } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { ServerMetadata } from 'openid-client';
import type { Db } from '../../db/database.ts';
import type { OutboundFetch } from '../../outbound/outbound-fetch.ts';
import { spendToken } from '../flow/spent-tokens.ts';
import type { ProviderRow } from '../providers/provider-store.ts';
import type { OidcClients } from './oidc-clients.ts';
import { readOidcSettings } from '../providers/oidc-settings.ts';

/** What logouts are verified with. */
interface BackchannelLogoutOptions {
  readonly db: Db;
  readonly clients: OidcClients;
  readonly fetch: OutboundFetch;
}

/** A logout token that does not count; says why, for the provider. */
export class LogoutRefused extends Error {
  override readonly name = 'LogoutRefused';
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const MAX_TOKEN_LENGTH = 16_384;
/** How old a token may be: providers send it at once. */
const MAX_AGE_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 30;
/** Signatures by a private key; a secret that both know could be guessed from the key that is published. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const MAX_KEY_SETS = 500;

/**
 * Makes what a provider calls when a person has signed out there: their console sessions end, that of the one session
 * at the provider where the token names it. Answers with how many.
 *
 * @see OpenID Connect Back-Channel Logout 1.0 sections 2.4 to 2.7
 */
export function createBackchannelLogout({ db, clients, fetch }: BackchannelLogoutOptions) {
  const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: MAX_KEY_SETS });

  const keysOf = async (
    provider: ProviderRow,
    { jwks_uri: address }: ServerMetadata,
  ): Promise<JWTVerifyGetKey> => {
    if (address === undefined) throw new LogoutRefused('The provider publishes no keys');
    const key = `${provider.id} ${address}`;
    const known = keySets.get(key);
    if (known) return known;
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const made = createRemoteJWKSet(new URL(address), { [customFetch]: fetch });
    keySets.set(key, made);
    return made;
  };

  const verify = async (provider: ProviderRow, token: string): Promise<JWTPayload> => {
    if (token.length > MAX_TOKEN_LENGTH) throw new LogoutRefused('The token is too long');
    const { jwtVerify } = await import('jose');
    const { clientId } = readOidcSettings(provider);
    try {
      const metadata = (await clients.clientOf(provider)).serverMetadata();
      const { payload } = await jwtVerify(token, await keysOf(provider, metadata), {
        // As the provider writes it: an administrator may have left out a slash at its end.
        issuer: metadata.issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      return payload;
    } catch (cause) {
      if (cause instanceof LogoutRefused) throw cause;
      throw new LogoutRefused('The token cannot be verified', { cause });
    }
  };

  return async (provider: ProviderRow, token: string): Promise<number> => {
    const payload = await verify(provider, token);
    const { subject, session } = readLogout(payload);
    const ttlSeconds = MAX_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;
    return db.transaction().execute(async (tx) => {
      const spent = { providerId: provider.id, tokenId: payload.jti ?? '', ttlSeconds };
      if (!(await spendToken(tx, spent))) throw new LogoutRefused('The token was used before');
      const { numDeletedRows } = await tx
        .deleteFrom('consoleSessions')
        .where('identityProviderId', '=', provider.id)
        .$if(subject !== undefined, (query) => query.where('providerSubject', '=', subject ?? ''))
        .$if(session !== undefined, (query) => query.where('providerSession', '=', session ?? ''))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
  };
}

/**
 * What of a verified token is about a logout.
 * @throws {@link LogoutRefused} for a token of another kind, such as an ID token
 */
function readLogout({ events, nonce, sub, sid, jti }: JWTPayload): {
  subject: string | undefined;
  session: string | undefined;
} {
  const isLogout = isJsonObject(events) && isJsonObject(events[EVENT]);
  if (!isLogout || nonce !== undefined || typeof jti !== 'string' || jti === '')
    throw new LogoutRefused('The token is none of a logout');
  const subject = typeof sub === 'string' && sub !== '' ? sub : undefined;
  const session = typeof sid === 'string' && sid !== '' ? sid : undefined;
  if (subject === undefined && session === undefined)
    throw new LogoutRefused('The token names neither a person nor a session');
  return { subject, session };
}
