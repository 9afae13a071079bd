import type { Fetch } from './fetch-with-retry.ts';

/** What an authorization server has issued to a client. */
export interface OAuthTokens {
  readonly accessToken: string;
  /** When the access token ends, in milliseconds since 1970 by the clock of this machine. */
  readonly expiresAt: number;
  /** Used once: a refresh answers with the next one. Absent where the tokens cannot be refreshed. */
  readonly refreshToken?: string | undefined;
}

/** Who refreshes tokens, and where. */
export interface TokenEndpoint {
  /** `token_endpoint` of the authorization server's metadata. */
  tokenEndpoint: string;
  clientId: string;
  /** Of a confidential client; a public one has none. */
  clientSecret?: string | undefined;
  /** Default: the platform's own. */
  fetch?: Fetch;
}

/** A refusal of an authorization server. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  /**
   * Of RFC 6749, such as `invalid_grant` for tokens that have ended; `invalid_response` where the answer is none of the
   * protocol.
   */
  readonly code: string;
  /** The HTTP status. */
  readonly status: number;

  constructor({ code, description, status }: { code: string; description?: string; status: number }) {
    super(
      description === undefined ? `The authorization server answered ${code}` : `${description} (${code})`,
    );
    this.code = code;
    this.status = status;
  }
}

/** A refresh that takes longer is given up. */
const TIMEOUT_MS = 30_000;

/**
 * Exchanges a refresh token for new tokens. The scopes stay those of the login.
 *
 * @throws {@link OAuthError} for a refusal; what `fetch` throws where there is no answer
 * @see RFC 6749 section 6
 */
export async function requestRefresh(
  { tokenEndpoint, clientId, clientSecret, fetch = globalThis.fetch }: TokenEndpoint,
  refreshToken: string,
): Promise<OAuthTokens> {
  const response = await fetch(tokenEndpoint, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      ...(clientSecret !== undefined && { authorization: basicCredential(clientId, clientSecret) }),
    },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...(clientSecret === undefined && { client_id: clientId }),
    }),
    // A refresh token goes to the one address that was named.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json().catch(() => undefined);
  const answer = typeof body === 'object' && body !== null ? (body as Partial<TokenAnswer>) : {};
  if (!response.ok)
    throw new OAuthError({
      code: answer.error ?? 'invalid_response',
      ...(answer.error_description !== undefined && { description: answer.error_description }),
      status: response.status,
    });
  return readTokens(answer, { status: response.status, refreshToken });
}

/** The answer of a token endpoint, in names of the protocol. */
interface TokenAnswer {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
  error: string;
  error_description: string;
}

/** A server that does not rotate refresh tokens leaves them out: the old one stays. */
function readTokens(
  { access_token: accessToken, expires_in: expiresInS, refresh_token: next }: Partial<TokenAnswer>,
  { status, refreshToken }: { status: number; refreshToken: string },
): OAuthTokens {
  if (typeof accessToken !== 'string' || typeof expiresInS !== 'number')
    throw new OAuthError({ code: 'invalid_response', status });
  return { accessToken, expiresAt: Date.now() + expiresInS * 1000, refreshToken: next ?? refreshToken };
}

/** @see RFC 6749 section 2.3.1, which encodes both parts before they are joined */
function basicCredential(clientId: string, clientSecret: string): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  return `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`;
}
