import { pause } from './pause.ts';
import { readRetryAfterMs } from './retry-after.ts';

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;
/** A server that asks for a longer wait is not waited for: the caller gets its refusal. */
const MAX_PAUSE_MS = 60_000;
/** Statuses of a server that has not done what it was asked, and may say when it will. */
const BUSY = new Set([429, 503]);

/**
 * Wraps `fetch` so that a request which may be repeated without harm is sent up to three times: after 0.2 and 0.4 s
 * where the connection breaks, and after as long as the server asks for (`Retry-After`, up to a minute) where it
 * answers 429 or
 * 503. Any other answer is final. The request's signal ends the pauses too.
 */
export function withRetry(fetch: Fetch): Fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await settle(fetch(input, init));
      const pauseMs = attempt < ATTEMPTS ? pauseAfter(outcome, attempt) : undefined;
      if (pauseMs === undefined || init.signal?.aborted) {
        if ('error' in outcome) throw outcome.error;
        return outcome.response;
      }
      // An unread body would keep its connection from being used again.
      if ('response' in outcome) void outcome.response.body?.cancel();
      await pause(pauseMs, init.signal);
    }
  };
}

type Outcome = { response: Response } | { error: unknown };

async function settle(answer: Promise<Response>): Promise<Outcome> {
  try {
    return { response: await answer };
  } catch (error) {
    return { error };
  }
}

/** How long to wait before the next attempt; undefined where there should be none. */
function pauseAfter(outcome: Outcome, attempt: number): number | undefined {
  if ('error' in outcome) return FIRST_PAUSE_MS * 2 ** (attempt - 1);
  const { status, headers } = outcome.response;
  const askedMs = BUSY.has(status) ? readRetryAfterMs(headers) : undefined;
  return askedMs !== undefined && askedMs <= MAX_PAUSE_MS ? askedMs : undefined;
}
