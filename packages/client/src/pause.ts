/** Waits, or rejects with the signal's reason as soon as it is aborted, or at once where it is already. */
export function pause(durationMs: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // A listener on a signal that is aborted already is never called.
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = () => finish(() => reject(signal?.reason as Error));
    const timer = setTimeout(() => finish(resolve), durationMs);
    signal?.addEventListener('abort', onAbort);
  });
}
