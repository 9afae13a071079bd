import type { Worker } from 'node:worker_threads';

/** On a busy machine a task may take so much longer than the processor time that it may use. */
const MAX_WALL_FACTOR = 5;
/** No task is refused by the clock alone before that. */
const MIN_WALL_MS = 60_000;
/** Looks within the limit. */
const LOOKS = 10;

/**
 * Calls back once when a thread has used more than `limitMs` of processor time from now on, or when five times as much
 * and a minute have passed: on a busy machine work is not refused for what others do. Returns what ends the watch.
 */
export function limitThread(worker: Worker, limitMs: number, onExceeded: () => void): () => void {
  const startedAt = performance.now();
  const maxWallMs = Math.max(MIN_WALL_MS, MAX_WALL_FACTOR * limitMs);
  let first: NodeJS.CpuUsage | undefined;
  let isOver = false;
  const exceed = () => {
    stop();
    onExceeded();
  };
  const look = async () => {
    const usage = await worker.cpuUsage(first);
    if (isOver) return;
    if (!first) first = usage;
    else if ((usage.user + usage.system) / 1000 >= limitMs) exceed();
  };
  const timer = setInterval(() => {
    if (performance.now() - startedAt >= maxWallMs) return exceed();
    // A thread that has ended tells so by itself.
    look().catch(() => {});
  }, limitMs / LOOKS);
  const stop = () => {
    isOver = true;
    clearInterval(timer);
  };
  return stop;
}
