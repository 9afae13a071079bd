export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;
const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE']);

/**
 * Wraps `fetch` so that a connection that breaks is tried again, after 0.2 and 0.4 s, for requests that may be repeated
 * without harm. An answer, whatever it says, is never asked for twice.
 */
export function withRetry(fetch: Fetch): Fetch {
  return async (input, init) => {
    const attempts = IDEMPOTENT.has(init.method ?? 'GET') ? ATTEMPTS : 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetch(input, init);
      } catch (error) {
        if (attempt >= attempts || init.signal?.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
      }
    }
  };
}
