import type { TokenEndpointResponse } from 'openid-client';
import type { OutboundFetch } from '../outbound/outbound-fetch.ts';
import { ProviderFault, toProviderFault } from './provider-fault.ts';
import { bindFirst } from '../db/bind-first.ts';
import { readProviderSettings } from './provider-settings.ts';

/** A provider, and this server's client there. */
export interface Provider {
  readonly authUrl: string;
  readonly tokenUrl: string;
  readonly redirectUri: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[] | null;
  readonly config: Record<string, unknown> | null;
}

/** What a provider has given for a user. */
export interface UserTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Undefined where the provider does not say. */
  readonly accessTokenSeconds: number | undefined;
  readonly refreshTokenSeconds: number | undefined;
}

/** The way of a person to a provider. */
interface AuthorizationRequest {
  readonly url: string;
  /** To be given back with the code. */
  readonly codeVerifier: string;
}

const MAX_TOKEN_CHARACTERS = 16_384;
/** Longer than any token lives: what ends later does not end. */
const MAX_SECONDS = 10 * 365 * 86_400;

/** Speaks OAuth 2 with providers; the library is loaded with the first use. */
export type ProviderClient = ReturnType<typeof createProviderClient>;

/** Makes the client. Every request goes through `fetch`, which says what hosts are reached. */
export function createProviderClient(fetch: OutboundFetch) {
  return bindFirst(fetch, { begin, exchange, refresh, revoke });
}

async function load(fetch: OutboundFetch, provider: Provider) {
  const openid = await import('openid-client');
  const { issuer, revocationUrl, isBasicAuth } = readProviderSettings(provider.config);
  const server = {
    issuer: issuer ?? new URL(provider.authUrl).origin,
    authorization_endpoint: provider.authUrl,
    token_endpoint: provider.tokenUrl,
    ...(revocationUrl !== undefined && { revocation_endpoint: revocationUrl }),
  };
  const { clientId, clientSecret } = provider;
  const authenticate = isBasicAuth
    ? openid.ClientSecretBasic(clientSecret)
    : openid.ClientSecretPost(clientSecret);
  const configuration = new openid.Configuration(server, clientId, undefined, authenticate);
  // What is reached without encryption is decided by the fetch.
  openid.allowInsecureRequests(configuration);
  // It hands over texts and forms alone, which any fetch takes.
  configuration[openid.customFetch] = (url, options) => fetch(url, options as RequestInit);
  return { openid, configuration };
}

async function ask(
  fetch: OutboundFetch,
  provider: Provider,
  sent: readonly string[],
  grant: (parts: Awaited<ReturnType<typeof load>>) => Promise<TokenEndpointResponse>,
): Promise<UserTokens> {
  try {
    return toTokens(await grant(await load(fetch, provider)));
  } catch (error) {
    throw toProviderFault(error, [...sent, provider.clientSecret]);
  }
}

/** Where a person agrees, with a challenge of PKCE. */
async function begin(fetch: OutboundFetch, provider: Provider, state: string): Promise<AuthorizationRequest> {
  const { openid, configuration } = await load(fetch, provider);
  const codeVerifier = openid.randomPKCECodeVerifier();
  const { authorizationParams } = readProviderSettings(provider.config);
  const url = openid.buildAuthorizationUrl(configuration, {
    ...authorizationParams,
    redirect_uri: provider.redirectUri,
    ...(provider.scopes && provider.scopes.length > 0 && { scope: provider.scopes.join(' ') }),
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, codeVerifier };
}

/**
 * Exchanges what a person came back with. Another state, or an answer that names another issuer, is refused.
 *
 * @throws {@link ProviderFault}
 */
function exchange(
  fetch: OutboundFetch,
  provider: Provider,
  answer: URLSearchParams,
  { state, codeVerifier }: { state: string; codeVerifier: string },
): Promise<UserTokens> {
  const sent = [answer.get('code') ?? '', codeVerifier];
  return ask(fetch, provider, sent, ({ openid, configuration }) => {
    const url = new URL(provider.redirectUri);
    for (const [name, value] of answer) url.searchParams.append(name, value);
    const checks = { expectedState: state, pkceCodeVerifier: codeVerifier };
    return openid.authorizationCodeGrant(configuration, url, checks);
  });
}

/** @throws {@link ProviderFault} */
function refresh(fetch: OutboundFetch, provider: Provider, refreshToken: string): Promise<UserTokens> {
  return ask(fetch, provider, [refreshToken], ({ openid, configuration }) =>
    openid.refreshTokenGrant(configuration, refreshToken),
  );
}

/** Whether the provider has confirmed that it has revoked the tokens; false where it has no address for that. */
async function revoke(
  fetch: OutboundFetch,
  provider: Provider,
  { accessToken, refreshToken }: UserTokens,
): Promise<boolean> {
  if (readProviderSettings(provider.config).revocationUrl === undefined) return false;
  try {
    const { openid, configuration } = await load(fetch, provider);
    const revoke = (token: string, hint: string) =>
      openid.tokenRevocation(configuration, token, { token_type_hint: hint });
    // With the refresh token the access tokens of its grant go at most providers, and not at all.
    if (refreshToken !== undefined) await revoke(refreshToken, 'refresh_token');
    await revoke(accessToken, 'access_token');
    return true;
  } catch {
    // The tokens are forgotten here all the same, which the caller is told.
    return false;
  }
}

function toTokens(answer: TokenEndpointResponse): UserTokens {
  const { access_token, refresh_token, expires_in } = answer;
  const tokens = [access_token, refresh_token ?? ''];
  if (tokens.some((token) => token.length > MAX_TOKEN_CHARACTERS || /[^\x21-\x7e]/.test(token)))
    throw new ProviderFault(
      'The provider gives a token that is too long, or not of visible characters',
      false,
    );
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    accessTokenSeconds: secondsOf(expires_in),
    refreshTokenSeconds: secondsOf(answer['refresh_token_expires_in'] ?? answer['refresh_expires_in']),
  };
}

function secondsOf(value: unknown): number | undefined {
  const seconds = Number(value);
  return value != null && seconds > 0 && seconds < MAX_SECONDS ? Math.floor(seconds) : undefined;
}
