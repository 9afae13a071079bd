import type { IncomingMessage } from 'node:http';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { ACCESS_TOKEN_PREFIX, hashSecret, makeSecret } from '../../identity/credentials/secrets.ts';
import { KEY_SET_PATH } from '../../signing-keys/key-set-route.ts';
import type { SigningKey } from '../../signing-keys/signing-key.ts';
import { GRANT_SECONDS } from '../grants/oauth-grant-store.ts';
import type { ConsoleUser } from '../requests/console-user.ts';
import { OPENID_SCOPES } from '../scopes.ts';
import { findAccount } from './accounts.ts';
import { createAdapterFactory } from './adapters.ts';
import { errorPage } from './error-page.ts';
import { createResourcePolicy } from './resource-policy.ts';

/** Where what is, below the issuer. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  userinfo: '/oauth/userinfo',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  device_authorization: '/oauth/device/authorize',
  code_verification: '/oauth/device',
  jwks: KEY_SET_PATH,
} as const;

/** Seconds that things hold. */
const seconds = {
  AuthorizationCode: 60,
  DeviceCode: 600,
  Grant: GRANT_SECONDS,
  IdToken: 3_600,
  // Long enough for a sign-in with a second factor.
  Interaction: 1_800,
  RefreshToken: 30 * 86_400,
  Session: 3_600,
};

/** What the server of one issuer is made of. */
export interface ProviderOptions {
  readonly database: Pick<Database, 'db' | 'credentialChanges'>;
  readonly tenantId: number;
  readonly issuer: string;
  /** The one that signs first. */
  readonly keys: readonly SigningKey[];
  readonly accessTokenSeconds: number;
  readonly logger: FastifyBaseLogger;
  /** Who is signed in to the console in the browser of a request. */
  userOf(request: IncomingMessage): ConsoleUser | undefined;
}

/** Makes the server of the protocol for one issuer. The library is loaded with the first. */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const library = await import('oidc-provider');
  const { issuer, logger } = options;
  const refuseGrant = () => new library.errors.InvalidGrant('the grant has ended, or was used');
  const adapter = createAdapterFactory({ ...options, refuseGrant });
  const configuration = configurationOf(options);
  const { features, ...policy } = createResourcePolicy(options, () => new library.errors.InvalidTarget());
  const provider = new library.default(issuer, {
    ...configuration,
    ...policy,
    features: { ...configuration.features, ...features },
    adapter,
  });
  // Where requests come from is said by headers that the caller of the library sets anew.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => logger.error({ err: error }, 'An OAuth request failed'));
  nameTokens(provider);
  compareHashes(provider);
  followConsole(provider, options);
  return provider;
}

function configurationOf({ database, tenantId, keys, accessTokenSeconds }: ProviderOptions) {
  return {
    jwks: {
      keys: keys.map(({ kid, privateKey }) => ({
        ...privateKey.export({ format: 'jwk' }),
        kid,
        use: 'sig',
        alg: 'RS256',
      })),
    },
    routes: oauthPaths,
    scopes: [...OPENID_SCOPES],
    claims: { openid: ['sub'], email: ['email'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => findAccount(database.db, tenantId, sub),
    rotateRefreshToken: () => true,
    issueRefreshToken: async (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    // The console session is the one that there is, and what a user has let a client do is withdrawn by itself.
    expiresWithSession: () => false,
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    interactions: { url: (_ctx, { uid }) => `/oauth/consent/${uid}` },
    cookies: {
      names: { session: 'oriel_oauth', interaction: 'oriel_oauth_request', resume: 'oriel_oauth_resume' },
      short: { httpOnly: true, sameSite: 'lax' },
      long: { httpOnly: true, sameSite: 'lax' },
    },
    ttl: { ...seconds, AccessToken: accessTokenSeconds, ClientCredentials: accessTokenSeconds },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = errorPage(out);
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****' },
      introspection: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      userinfo: { enabled: true },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
  } satisfies Configuration;
}

/** Tokens are told from other credentials, and by those who look for leaks, by the way they begin. */
function nameTokens(provider: Provider): void {
  const name = (Token: { prototype: object }, prefix: string) => {
    // The types of the library do not have what its tokens are named by.
    const prototype = Token.prototype as { generateTokenId?(this: { format?: string }): string };
    prototype.generateTokenId = function () {
      this.format = 'opaque';
      return prefix + makeSecret();
    };
  };
  name(provider.AccessToken, ACCESS_TOKEN_PREFIX);
  name(provider.ClientCredentials, ACCESS_TOKEN_PREFIX);
  name(provider.RefreshToken, 'orr_');
}

/** Of a secret only the hash is stored, which the library has in its place. */
function compareHashes(provider: Provider): void {
  const { compareClientSecret } = provider.Client.prototype;
  provider.Client.prototype.compareClientSecret = function (actual) {
    return compareClientSecret.call(this, hashSecret(actual).toString('base64url'));
  };
}

/**
 * Gives the library the console session of a browser in the place of one of its own: who signs out of the console, or
 * in as another, does so here as well. It is made for each request, and never stored.
 */
function followConsole(provider: Provider, { userOf }: ProviderOptions): void {
  const get = async (ctx: KoaContextWithOIDC) => {
    const session = new provider.Session();
    const user = userOf(ctx.req);
    Object.assign(session, {
      ...(user && {
        accountId: String(user.userId),
        loginTs: user.authenticatedAt,
        uid: `console-${user.sessionId}`,
      }),
      // The user of this browser, which another user's answer does not change.
      loginAccount: () => {},
    });
    // What is over is not stored.
    Object.defineProperty(session, 'destroyed', { value: true });
    ctx.oidc.entity('Session', session);
    return session;
  };
  Object.defineProperty(provider.Session, 'get', { value: get });
}
