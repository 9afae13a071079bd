import { refuse } from '@oriel/contract';

/**
 * The outcome of work, or the reason of a signal as soon as it aborts. The driver of the browser may leave a call
 * without an answer where the page is closed in the middle of it; nobody waits for that for ever.
 */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * The outcome of a drawing, which gets a signal that aborts when its caller goes away or its time is over.
 *
 * @throws `export_failed` when its time is over; the reason of the caller's signal
 */
export async function drawnWithin<T>(
  timeoutMs: number,
  signal: AbortSignal,
  draw: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await draw(AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw error;
    const reason = `It was not drawn within ${timeoutMs / 1000} seconds`;
    throw refuse('export_failed', { reason }, { cause: error });
  }
}
