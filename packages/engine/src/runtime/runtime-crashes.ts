import { engineError, type EngineError } from '../errors/errors.ts';

/** A runtime that does not stay up. */
export interface FailingRuntime {
  /** Ends in a row, each soon after its start. */
  readonly times: number;
  /** A sentence for callers; the log has the error. */
  readonly reason: string;
  /** When it may start again, on the clock of `performance.now()`, which no change of the time moves. */
  readonly retryAt: number;
}

/**
 * The circuit breaker of runtimes, by target: one that ends again and again starts after pauses that grow to 30
 * seconds.
 */
interface RuntimeCrashes {
  /** Notes an end that nobody asked for, of a runtime that started at a time of `performance.now()`. */
  note(key: string, reason: string, startedAt: number): void;
  /**
   * Waits out a short pause.
   *
   * @throws `engine.runtime_failing` while a longer one lasts
   */
  pass(key: string): Promise<void>;
  /** Those in a pause. */
  list(): (readonly [key: string, runtime: FailingRuntime])[];
}

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 30_000;
/** A caller waits for a start so long rather than to be sent away. */
const MAX_WAIT_MS = 1_000;
/** A runtime that lived longer than this did not fail at its start. */
const STABLE_MS = 10_000;

/** Makes the breaker, with nothing that fails. */
export function createRuntimeCrashes(): RuntimeCrashes {
  const known = new Map<string, FailingRuntime>();
  return {
    note(key, reason, startedAt) {
      const isFirst = performance.now() - startedAt > STABLE_MS;
      const times = isFirst ? 1 : (known.get(key)?.times ?? 0) + 1;
      const retryAt = performance.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1));
      known.set(key, { times, reason, retryAt });
    },
    async pass(key) {
      const failing = known.get(key);
      const waitMs = (failing?.retryAt ?? 0) - performance.now();
      if (failing && waitMs > MAX_WAIT_MS) throw refusalOf(failing, waitMs);
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    },
    list: () => [...known].filter(([, { retryAt }]) => retryAt > performance.now()),
  };
}

function refusalOf({ times, reason }: FailingRuntime, waitMs: number): EngineError {
  const seconds = Math.ceil(waitMs / 1000);
  return engineError('engine.runtime_failing', { times, reason, seconds }, { retryAfterSeconds: seconds });
}
