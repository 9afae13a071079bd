import { cancelled } from '../../errors/errors.ts';

/** Limits how much work runs at once; waiting work starts in the order of its calls. */
interface Semaphore {
  /**
   * Runs the work as soon as a permit is free.
   *
   * @throws `query.cancelled` when it is aborted while it waits
   */
  use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Makes a semaphore of so many permits. */
export function createSemaphore(permits: number): Semaphore {
  let free = permits;
  const waiting: (() => void)[] = [];

  const wait = (signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const acquire = () => {
      signal.removeEventListener('abort', abandon);
      resolve();
    };
    const abandon = () => {
      waiting.splice(waiting.indexOf(acquire), 1);
      reject(cancelled(signal.reason));
    };
    waiting.push(acquire);
    signal.addEventListener('abort', abandon, { once: true });
    return promise;
  };

  return {
    async use(work, signal) {
      if (signal.aborted) throw cancelled(signal.reason);
      if (free > 0) free -= 1;
      else await wait(signal);
      try {
        return await work();
      } finally {
        // The permit goes to the first in the queue, so that a later call cannot overtake it.
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
