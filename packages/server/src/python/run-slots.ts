import { refuse } from '@oriel/contract';

/** A semaphore: a few runs at once, and a few that wait for them. */
export interface RunSlots {
  /** @throws `too_many_requests` where too many wait; what the signal is aborted with, while it waits */
  use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

const RETRY_SECONDS = 5;

/** Makes a semaphore. */
export function createRunSlots({ slots = 2, maxWaiting = 16 } = {}): RunSlots {
  let free = slots;
  const waiting: PromiseWithResolvers<void>[] = [];
  const take = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw refuse('too_many_requests', { retryAfterSeconds: RETRY_SECONDS });
    const turn = Promise.withResolvers<void>();
    const onAbort = () => {
      const position = waiting.indexOf(turn);
      if (position === -1) return;
      waiting.splice(position, 1);
      turn.reject(signal.reason);
    };
    waiting.push(turn);
    signal.addEventListener('abort', onAbort, { once: true });
    await turn.promise.finally(() => signal.removeEventListener('abort', onAbort));
  };
  const give = () => {
    const next = waiting.shift();
    if (next) next.resolve();
    else free += 1;
  };
  return {
    async use(signal, work) {
      await take(signal);
      try {
        return await work();
      } finally {
        give();
      }
    },
  };
}
