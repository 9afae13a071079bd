import { cancelled } from '../errors.ts';

/** Lets so many pieces of work run at once. */
export interface Slots {
  /**
   * Runs the work as soon as there is room for it, in the order of the calls.
   *
   * @throws `query.cancelled` when it is aborted before that
   */
  use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];

  const wait = (signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const enter = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(cancelled(signal.reason));
    };
    waiting.push(enter);
    signal.addEventListener('abort', leave, { once: true });
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
        // Who waits takes the place over, so that nobody who comes now is before it.
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
