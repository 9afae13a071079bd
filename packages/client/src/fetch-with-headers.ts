import type { Fetch } from './fetch-with-retry.ts';

/** What each request says of its caller. */
export interface CallerOptions {
  /** An API key, sent as `Authorization: Bearer`. Without a credential, the browser's cookie speaks. */
  apiKey?: string | undefined;
  /**
   * Gives the token of a request, and is called once for each, so that a token may be renewed before it expires. What
   * it throws, the call throws. Wins over `apiKey`.
   */
  getToken?: (() => string | Promise<string>) | undefined;
  /**
   * Gives another token where the server has refused (401) that of `getToken`, which is handed over: the request is
   * sent once more with it. Undefined, and the refusal stands. What it throws, the call throws.
   */
  renewToken?: ((refused: string) => string | undefined | Promise<string | undefined>) | undefined;
  /** The scheme of what `getToken` gives: `Embed-Token` for the token of an embed session. Default `Bearer`. */
  tokenScheme?: 'Bearer' | 'Embed-Token' | undefined;
  /** Headers of every request, such as one that a proxy asks for. They win over the client's own. */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Gives further headers of a request, such as an `Authorization` that changes, and is called once for each. They win
   * over all others. What it throws, the call throws.
   */
  getHeaders?: (() => HeadersInit | Promise<HeadersInit>) | undefined;
}

/** Wraps `fetch` so that every request carries the caller's credential and headers. */
export function withHeaders(
  fetch: Fetch,
  { apiKey, getToken, renewToken, tokenScheme = 'Bearer', headers: own = {}, getHeaders }: CallerOptions,
): Fetch {
  const send = async (input: string, init: RequestInit, credential: string | undefined) => {
    const headers = new Headers(init.headers);
    if (credential !== undefined) headers.set('authorization', credential);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    if (getHeaders) for (const [name, value] of new Headers(await getHeaders())) headers.set(name, value);
    return fetch(input, { ...init, headers });
  };
  return async (input, init) => {
    if (!getToken) return send(input, init, apiKey === undefined ? undefined : `Bearer ${apiKey}`);
    const token = await getToken();
    const response = await send(input, init, `${tokenScheme} ${token}`);
    if (response.status !== 401 || !renewToken) return response;
    const renewed = await renewToken(token);
    if (renewed === undefined) return response;
    // An unread body would keep its connection from being used again.
    void response.body?.cancel();
    return send(input, init, `${tokenScheme} ${renewed}`);
  };
}
