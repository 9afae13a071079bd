import { cancelled } from '../errors.ts';

/** Told to a caller whose query is not done within the wait time; the caller asks the same again. */
export class PollTimeout extends Error {}

/** Waits until there is what is waited for, the caller goes, or the wait time is over. */
export async function waitFor<T>(
  awaited: Promise<T>,
  signal: AbortSignal,
  waitMs: number | undefined,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(cancelled(signal.reason));
  signal.addEventListener('abort', onAbort, { once: true });
  if (waitMs !== undefined) timer = setTimeout(() => reject(new PollTimeout()), waitMs);
  try {
    return await Promise.race([awaited, interrupted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
