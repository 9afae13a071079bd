import type { Fetch } from './fetch-with-retry.ts';

/** What each request says of its caller. */
export interface CallerOptions {
  /** An API key, sent as `Authorization: Bearer`. Without a credential, the browser's cookie speaks. */
  apiKey?: string | undefined;
  /**
   * Gives the token of a request, and is called once for each, so that a token may be renewed before it expires. What it
   * throws, the call throws. Wins over `apiKey`.
   */
  getToken?: (() => string | Promise<string>) | undefined;
  /** The scheme of what `getToken` gives: `Embed-Token` for the token of an embed session. Default `Bearer`. */
  tokenScheme?: 'Bearer' | 'Embed-Token' | undefined;
  /** Headers of every request, such as one that a proxy asks for. They win over the client's own. */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Gives further headers of a request, such as an `Authorization` that changes, and is called once for each. They win over all
   * others. What it throws, the call throws.
   */
  getHeaders?: (() => HeadersInit | Promise<HeadersInit>) | undefined;
}

/** Wraps `fetch` so that every request carries the caller's credential and headers. */
export function withHeaders(
  fetch: Fetch,
  { apiKey, getToken, tokenScheme = 'Bearer', headers: own = {}, getHeaders }: CallerOptions,
): Fetch {
  return async (input, init) => {
    const headers = new Headers(init.headers);
    if (getToken) headers.set('authorization', `${tokenScheme} ${await getToken()}`);
    else if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    if (getHeaders) for (const [name, value] of new Headers(await getHeaders())) headers.set(name, value);
    return fetch(input, { ...init, headers });
  };
}
