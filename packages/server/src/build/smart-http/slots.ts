import { refuse } from '@oriel/contract';

/** Bounds how much runs at once. */
interface Slots {
  /**
   * Waits for a slot.
   *
   * @returns what gives it back
   * @throws `unavailable` where too many wait already; the reason of the signal
   */
  take(signal: AbortSignal): Promise<() => void>;
}

/** Makes slots that are all free. */
export function createSlots({ count, maxWaiting }: { count: number; maxWaiting: number }): Slots {
  let free = count;
  const waiting = new Set<() => void>();
  const release = () => {
    const [next] = waiting;
    if (!next) return void (free += 1);
    waiting.delete(next);
    next();
  };
  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return release;
      }
      if (waiting.size >= maxWaiting)
        throw refuse('unavailable', { reason: 'Too many git clients are served' });
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const onAbort = () => {
        waiting.delete(resolve);
        reject(signal.reason as Error);
      };
      waiting.add(resolve);
      signal.addEventListener('abort', onAbort, { once: true });
      await promise;
      signal.removeEventListener('abort', onAbort);
      return release;
    },
  };
}
