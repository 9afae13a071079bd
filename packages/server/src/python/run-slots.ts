import { refuse } from '@oriel/contract';
import type { Caller } from '@oriel/engine';
import { EngineError } from '@oriel/engine/errors';
import { createFairQueue, type FairQueueOptions, type Ticket } from '@oriel/engine/fair-queue';

/** A few runs at once, in fair shares of those who ask: nobody holds all of them, or fills the queue for the others. */
interface RunSlots {
  /**
   * @throws `too_many_requests` where the caller, its tenant or all wait for too much; what the signal is aborted with,
   * while it waits
   */
  use<T>(caller: Caller, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

const RETRY_SECONDS = 5;
/** One caller holds two at most, a tenant three; a dashboard of ten reports waits in one line. */
const DEFAULTS = { slots: 4, maxWaiting: 256, maxWaitingPerTenant: 64, maxWaitingPerCaller: 16 };

/** Makes slots of which none is taken. */
export function createRunSlots(options: Partial<FairQueueOptions> = {}): RunSlots {
  const queue = createFairQueue({ ...DEFAULTS, ...options });
  const enter = (caller: Caller, signal: AbortSignal): Ticket => {
    try {
      return queue.enter([caller], signal);
    } catch (error) {
      if (error instanceof EngineError && error.code === 'query.queue_full')
        throw refuse('too_many_requests', { retryAfterSeconds: RETRY_SECONDS }, { cause: error });
      throw error;
    }
  };
  return {
    async use(caller, signal, work) {
      signal.throwIfAborted();
      const ticket = enter(caller, signal);
      await ticket.admitted.catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      });
      try {
        return await work();
      } finally {
        ticket.leave();
      }
    },
  };
}
