import { EngineError, engineError } from '../../errors/errors.ts';

/**
 * Keeps what fails again and again from being tried by everybody: after the second failure in a row only one try is
 * made after each pause, and meanwhile the last failure is told at once.
 */
interface CircuitBreaker {
  /** @throws what the work throws; `source.unavailable` with the last reason while it is not tried */
  use<T>(work: () => Promise<T>): Promise<T>;
}

const FAILURES_TO_OPEN = 2;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** Makes a closed circuit breaker. `now` is milliseconds since some moment, default the process's clock. */
export function createCircuitBreaker(now = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let retryAt = 0;
  let isTrying = false;
  let last: EngineError | undefined;

  const note = (error: unknown) => {
    // What was begun together fails together, and counts once.
    if (!(error instanceof EngineError) || now() < retryAt) return;
    last = error;
    failures += 1;
    const opened = failures - FAILURES_TO_OPEN;
    if (opened >= 0) retryAt = now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** opened);
  };
  return {
    async use(work) {
      const isOpen = failures >= FAILURES_TO_OPEN;
      if (isOpen && last && (isTrying || now() < retryAt)) throw again(last, retryAt - now());
      isTrying ||= isOpen;
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        note(error);
        throw error;
      } finally {
        if (isOpen) isTrying = false;
      }
    },
  };
}

function again({ code, message, cause }: EngineError, inMs: number): EngineError {
  const retryAfterSeconds = Math.max(1, Math.ceil(inMs / 1000));
  return new EngineError(code, message, { cause, retryAfterSeconds });
}

/** `source.unavailable`, with a reason that names neither files nor hosts. */
export function unavailable(reason: string, cause: unknown): EngineError {
  return engineError('source.unavailable', { reason }, { cause });
}
