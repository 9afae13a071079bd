import type { TransformSyncStore } from './transform-sync-store.ts';

const PERIOD_MS = 1_000;

/** Looks whether a sync was cancelled while a program works for it. */
export function watchCancel(
  store: TransformSyncStore,
  id: string,
  signal: AbortSignal,
): { readonly signal: AbortSignal; readonly isCancelled: () => boolean; stop(): void } {
  const cancelled = new AbortController();
  const look = async () => {
    // While the database is away nobody cancels anything.
    const isRunning = await store.findRunning(id).catch(() => true);
    if (isRunning === undefined) cancelled.abort();
  };
  const timer = setInterval(() => void look(), PERIOD_MS);
  return {
    signal: AbortSignal.any([signal, cancelled.signal]),
    isCancelled: () => cancelled.signal.aborted,
    stop: () => clearInterval(timer),
  };
}
