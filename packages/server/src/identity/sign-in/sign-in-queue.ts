import { refuse, RETRY_AFTER_SECONDS } from '@oriel/contract';

/** Lets sign-ins through a few at a time. */
export interface SignInQueue {
  /**
   * Does some work when it is its turn.
   *
   * @param network where the caller is, as far as addresses tell
   * @throws `too_many_requests` where too many wait, altogether or of this network
   */
  run<T>(network: string, work: () => Promise<T>): Promise<T>;
}

/** How many sign-ins there are at once. */
interface SignInQueueOptions {
  /** That are worked on. */
  readonly slots: number;
  /** That wait besides. */
  readonly maxWaiting: number;
  /** That wait or are worked on, of one network. */
  readonly maxPerNetwork: number;
}

/** Makes the queue of one server: first come, first served, with a share for every network. */
export function createSignInQueue({ slots, maxWaiting, maxPerNetwork }: SignInQueueOptions): SignInQueue {
  const waiting: (() => void)[] = [];
  const perNetwork = new Map<string, number>();
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running < slots) running += 1;
    // A slot passes on to the next.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const count = (network: string, change: 1 | -1) => {
    const left = (perNetwork.get(network) ?? 0) + change;
    if (left > 0) perNetwork.set(network, left);
    else perNetwork.delete(network);
  };

  return {
    async run(network, work) {
      const isFull = waiting.length >= maxWaiting || (perNetwork.get(network) ?? 0) >= maxPerNetwork;
      if (isFull) throw refuse('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      count(network, 1);
      try {
        await enter();
        try {
          return await work();
        } finally {
          leave();
        }
      } finally {
        count(network, -1);
      }
    },
  };
}
