/** Delays sign-ins after failures; keys are of the caller's choice. */
export interface SignInThrottle {
  /** Seconds until the next attempt is allowed; 0 when it is. */
  waitSeconds(key: string): number;
  recordFailure(key: string): void;
  recordSuccess(key: string): void;
}

const FREE_FAILURES = 5;
const MAX_WAIT_MS = 15 * 60_000;
const FIRST_WAIT_MS = 1_000;
const MAX_KEYS = 10_000;

/**
 * Makes a throttle with exponential backoff: after five failures each further one doubles the delay, up to 15 minutes.
 * Counts are of this process alone, and of the 10,000 keys that failed last.
 */
export function createSignInThrottle(now: () => number = Date.now): SignInThrottle {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    waitSeconds(key) {
      const entry = failures.get(key);
      return entry ? Math.max(0, Math.ceil((entry.until - now()) / 1000)) : 0;
    },
    recordFailure(key) {
      const count = (failures.get(key)?.count ?? 0) + 1;
      const waitMs =
        count < FREE_FAILURES ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE_FAILURES));
      failures.delete(key);
      failures.set(key, { count, until: now() + waitMs });
      const oldest = failures.keys().next().value;
      if (failures.size > MAX_KEYS && oldest !== undefined) failures.delete(oldest);
    },
    recordSuccess: (key) => void failures.delete(key),
  };
}
