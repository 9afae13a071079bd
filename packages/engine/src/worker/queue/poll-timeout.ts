import { cancelled } from '../../errors/errors.ts';
import type { Progress } from './single-flight.ts';

/** The query is not done within the poll timeout; the caller sends the same request again. */
export class PollTimeout extends Error {
  /** How far the query is; absent before it is in the queue. */
  progress?: Progress;
}

/** Waits for a result, for the caller to cancel, or for the poll timeout. */
export async function waitFor<T>(
  awaited: Promise<T>,
  signal: AbortSignal,
  waitMs: number | undefined,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(cancelled(signal.reason));
  // A cancellation may have come together with its request, before anything waits.
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  if (waitMs !== undefined) timer = setTimeout(() => reject(new PollTimeout()), waitMs);
  try {
    return await Promise.race([awaited, interrupted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
