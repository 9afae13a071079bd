import type { CallerOptions } from './fetch-with-headers.ts';
import { requestRefresh, type OAuthTokens, type TokenEndpoint } from './oauth-refresh.ts';

/** Where tokens are kept between requests, and between processes. */
export interface OAuthTokenStore {
  read(): OAuthTokens | Promise<OAuthTokens>;
  /** Replaces the tokens; called before the new access token is used. */
  write(tokens: OAuthTokens): void | Promise<void>;
  /**
   * Runs work while nobody else with the same tokens does, in any process: a refresh token that is sent twice ends the
   * whole login. Default: only the refreshes of this object are one after the other.
   */
  exclusively?<T>(work: () => Promise<T>): Promise<T>;
}

export interface OAuthTokensOptions extends TokenEndpoint {
  store: OAuthTokenStore;
}

/** The part of a client's options that sends an OAuth token. */
export type OAuthCredential = Required<Pick<CallerOptions, 'getToken' | 'renewToken'>>;

/** So much before its end a token is refreshed, so that none ends on its way. */
const MARGIN_MS = 30_000;

/**
 * Makes the credential of a client from OAuth tokens: `createClient({ baseUrl, ...createOAuthTokens(options) })`.
 * Tokens are refreshed half a minute before they end, and where the server has refused one (401), whatever the clock of
 * this machine says. Concurrent requests wait for one refresh. A refresh is sent once: whether the server has received
 * it cannot be known after a broken connection, and sending the same refresh token again would end the login.
 *
 * The calls throw an `OAuthError` where the authorization server refuses, `invalid_grant` where the login has ended;
 * what `fetch` throws where it cannot be reached.
 */
export function createOAuthTokens(options: OAuthTokensOptions): OAuthCredential {
  const { store } = options;
  const exclusively = <T>(work: () => Promise<T>) => store.exclusively?.(work) ?? work();
  let running: Promise<OAuthTokens> | undefined;

  /** The tokens after a refresh, by this process or another. */
  const refresh = (isUsable: (tokens: OAuthTokens) => boolean): Promise<OAuthTokens> => {
    running ??= exclusively(async () => {
      const tokens = await store.read();
      const { refreshToken } = tokens;
      if (isUsable(tokens) || refreshToken === undefined) return tokens;
      const refreshed = await requestRefresh(options, refreshToken);
      await store.write(refreshed);
      return refreshed;
    }).finally(() => (running = undefined));
    return running;
  };
  return {
    async getToken() {
      const tokens = await store.read();
      return (isFresh(tokens) ? tokens : await refresh(isFresh)).accessToken;
    },
    async renewToken(refused) {
      const { accessToken } = await refresh((tokens) => tokens.accessToken !== refused);
      return accessToken === refused ? undefined : accessToken;
    },
  };
}

function isFresh({ expiresAt }: OAuthTokens): boolean {
  return expiresAt - Date.now() > MARGIN_MS;
}
