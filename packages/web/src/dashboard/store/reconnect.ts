/** Tries something again while it fails, ever more seldom. */
interface Reconnect {
  /**
   * It failed: the next try comes after 1, 2, 4 … up to 30 seconds, spread by a quarter so that not all come at once.
   */
  failed(): void;
  /** It worked: the next failure begins with short waits again. */
  worked(): void;
  /** Tries at once. */
  now(): void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export function createReconnect(attempt: () => void): Reconnect {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    attempt();
  };
  return {
    failed() {
      clearTimeout(timer);
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      failures += 1;
      timer = setTimeout(now, wait * (1 + Math.random() / 4));
    },
    worked() {
      failures = 0;
      clearTimeout(timer);
      timer = undefined;
    },
    now,
  };
}
