import { isApiError } from '@oriel/client';
import { setTimeout as pause } from 'node:timers/promises';

/** How long to go on asking a server that does not answer. */
const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;
/** Of a server that is busy, starting or behind a proxy that does not reach it. */
const PASSING = new Set([429, 502, 503, 504]);

/**
 * Does work that may be done twice, again and again while the connection breaks or the server is busy: for about 45 s,
 * or as the server asks for (`Retry-After`).
 *
 * @throws what the last attempt throws, and at once what is no passing fault
 */
export async function sendPatiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || signal.aborted || !isPassing(error)) throw error;
      const asked = isApiError(error) ? error.retryAfterMs : undefined;
      await pause(asked ?? Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)), undefined, {
        signal,
      });
    }
  }
}

/** A connection that breaks is told by `fetch` as a `TypeError` with a cause. */
function isPassing(error: unknown): boolean {
  if (isApiError(error)) return PASSING.has(error.status);
  return error instanceof TypeError && error.cause instanceof Error;
}
