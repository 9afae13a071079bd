import { createHmac } from 'node:crypto';
import type { Configuration, IDToken } from 'openid-client';
import { makeSecret } from '../../identity/credentials/secrets.ts';
import type { VerifiedPerson } from '../flow/finish-sign-on.ts';
import type { TransactionKeys } from '../flow/sign-on-transactions.ts';
import type { ProviderRow } from '../providers/provider-store.ts';
import { claimValue } from '../providers/claim-value.ts';
import { readIdentity } from '../provisioning/provider-identity.ts';
import { SignOnFailure } from '../sign-on-failure.ts';
import type { OidcClients } from './oidc-clients.ts';
import { describeOidcError } from './oidc-error.ts';
import { OIDC_CALLBACK_PATH, readOidcSettings } from '../providers/oidc-settings.ts';

/** What is asked of a provider and expected of its answer; derived, so that none of it is stored. */
interface Expectations {
  readonly codeVerifier: string;
  readonly nonce: string;
}

const MAX_SHOWN_LENGTH = 6_000;

/** The way of a person to a provider of the kind OIDC and back. */
export type OidcFlow = ReturnType<typeof createOidcFlow>;

/**
 * Makes the authorization code flow with PKCE, state and nonce.
 *
 * @see OpenID Connect Core 1.0 section 3.1; RFC 7636; RFC 9207 against mix-up; RFC 9700
 */
export function createOidcFlow(clients: OidcClients) {
  return {
    /** The address at the provider to go to. @throws {@link SignOnFailure} where the provider cannot be reached */
    async start(
      provider: ProviderRow,
      keys: TransactionKeys,
      { baseUrl, isTest }: { baseUrl: string; isTest: boolean },
    ): Promise<string> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const client = await orFail(clients.clientOf(provider));
      const { codeVerifier, nonce } = expectationsOf(keys);
      const url = buildAuthorizationUrl(client, {
        redirect_uri: `${baseUrl}${OIDC_CALLBACK_PATH}`,
        scope: readOidcSettings(provider).scopes.join(' '),
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state: keys.state,
        nonce,
        // A test is of the sign-in itself, also where the administrator is signed in there.
        ...(isTest && { prompt: 'login' }),
      });
      return url.href;
    },
    /**
     * The person whom the answer of the provider names: its issuer, state, code and ID token with signature, nonce,
     * audience and times are verified.
     *
     * @param url the callback with its query, as the provider was told it
     * @throws {@link SignOnFailure}
     */
    async finish(provider: ProviderRow, keys: TransactionKeys, url: URL): Promise<VerifiedPerson> {
      const { authorizationCodeGrant } = await import('openid-client');
      const client = await orFail(clients.clientOf(provider));
      const { codeVerifier, nonce } = expectationsOf(keys);
      const tokens = await orFail(
        authorizationCodeGrant(client, url, {
          expectedState: keys.state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        }),
      );
      const idToken = tokens.claims();
      if (!idToken) throw new SignOnFailure('provider_failed', { detail: 'It sends no ID token' });
      const claims = await completeClaims(client, provider, idToken, tokens.access_token);
      return {
        method: 'oidc',
        identity: readIdentity(provider, claims, {
          subject: idToken.sub,
          isEmailVerified: isEmailVerified(provider, claims),
          wholeName: claims['name'],
        }),
        providerSession: typeof idToken['sid'] === 'string' ? idToken['sid'] : undefined,
        ...(readOidcSettings(provider).endsProviderSession && { idToken: shownAgain(tokens.id_token) }),
      };
    },
  };
}

/** It goes back in an address; one that is too long for that is not kept. */
function shownAgain(idToken: string | undefined): string | undefined {
  return idToken !== undefined && idToken.length <= MAX_SHOWN_LENGTH ? idToken : undefined;
}

/** A state for a sign-in, and the browser's own secret where it has none yet. */
export function makeKeys(browserToken: string | undefined): TransactionKeys {
  const isOurs = browserToken !== undefined && /^[\w-]{20,100}$/.test(browserToken);
  return { state: makeSecret(), browserToken: isOurs ? browserToken : makeSecret() };
}

/** Only the browser with its cookie can come to them. */
function expectationsOf({ state, browserToken }: TransactionKeys): Expectations {
  const derive = (use: string) =>
    createHmac('sha256', browserToken).update(`${use} ${state}`).digest('base64url');
  return { codeVerifier: derive('code verifier'), nonce: derive('nonce') };
}

/** The claims of the ID token; those that it lacks are asked for with its access token, and never go before it. */
async function completeClaims(
  client: Configuration,
  { claims: names, attributes }: ProviderRow,
  idToken: IDToken,
  accessToken: string,
): Promise<Record<string, unknown>> {
  const isVerified = names.email === 'email' ? ['email_verified'] : [];
  const wanted = [...Object.values(names), ...attributes.map(({ claim }) => claim), ...isVerified];
  const isComplete = wanted.every((name) => name === null || claimValue(idToken, name) !== undefined);
  if (isComplete || client.serverMetadata().userinfo_endpoint === undefined) return { ...idToken };
  const { fetchUserInfo } = await import('openid-client');
  const { email_verified: verified, ...told } = await orFail(fetchUserInfo(client, accessToken, idToken.sub));
  // It is said of the address that is told beside it.
  const isOfAddress = idToken['email'] === undefined || idToken['email'] === told['email'];
  return { ...told, ...(isOfAddress && { email_verified: verified }), ...idToken };
}

/** Of the standard claim alone; some providers send texts. */
function isEmailVerified(
  { claims }: ProviderRow,
  { email_verified: verified }: Record<string, unknown>,
): boolean {
  return claims.email === 'email' && (verified === true || verified === 'true');
}

async function orFail<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new SignOnFailure('provider_failed', { detail: describeOidcError(cause), cause });
  }
}
