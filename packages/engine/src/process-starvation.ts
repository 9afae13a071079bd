import { readFileSync } from 'node:fs';

/**
 * Tells, each time it is asked, whether the main thread of a process has waited for a processor for most of the time since it
 * was asked before. Linux alone counts that; elsewhere it is never so.
 *
 * @see https://docs.kernel.org/scheduler/sched-stats.html, on `/proc/<pid>/schedstat`
 */
export function createStarvation(pid: number | undefined): () => boolean {
  let last = { atMs: performance.now(), waitedMs: waitedMsOf(pid) };
  return () => {
    const next = { atMs: performance.now(), waitedMs: waitedMsOf(pid) };
    const waitedMs = next.waitedMs - last.waitedMs;
    const isStarved = waitedMs > (next.atMs - last.atMs) / 2;
    last = next;
    return isStarved;
  };
}

function waitedMsOf(pid: number | undefined): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1e6;
  } catch {
    // Not on Linux, or it has ended.
    return 0;
  }
}
