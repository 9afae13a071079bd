import { AsyncResource } from 'node:async_hooks';

/** Does what mail needs after a request has been answered, so that its time tells the caller nothing. */
export interface MailQueue {
  /** Takes some work, or drops it where too much waits. What it fails with is logged. */
  add(work: () => Promise<unknown>): void;
  /** Drops what waits, and resolves when what has begun is done, or after a few seconds. */
  close(): Promise<void>;
}

interface MailQueueOptions {
  /** Work that is done at a time; default 4. */
  readonly slots?: number;
  /** Work that waits besides; default 200. */
  readonly maxWaiting?: number;
  /** Told what some work has failed with, and that some was dropped. */
  onFault(error: unknown): void;
}

const CLOSE_MS = 3000;

/** Makes the queue of a server. It is in memory alone, so that no token is stored: who gets no message asks again. */
export function createMailQueue({ slots = 4, maxWaiting = 200, onFault }: MailQueueOptions): MailQueue {
  const waiting: (() => Promise<unknown>)[] = [];
  const running = new Set<Promise<unknown>>();
  const next = (): void => {
    if (running.size >= slots) return;
    const work = waiting.shift();
    if (!work) return;
    const done: Promise<unknown> = work()
      .catch(onFault)
      .finally(() => {
        running.delete(done);
        next();
      });
    running.add(done);
  };
  return {
    add(work) {
      if (waiting.length >= maxWaiting) return onFault(new Error('Too much mail waits to be sent'));
      // It stays part of its request, whichever ends before it.
      waiting.push(AsyncResource.bind(work));
      // The answer first.
      setImmediate(next);
    },
    async close() {
      waiting.length = 0;
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, CLOSE_MS);
      await Promise.race([Promise.all(running), timeout.promise]);
      clearTimeout(timer);
    },
  };
}
