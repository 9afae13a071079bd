import { readdirSync, readFileSync } from 'node:fs';

/**
 * Tells, each time it is asked, whether a process was held up by the machine for most of the time since it was asked
 * before, rather than hung. Linux alone counts that; elsewhere it is never so.
 *
 * @see https://docs.kernel.org/scheduler/sched-stats.html, on `/proc/<pid>/schedstat`
 */
export type Starvation = () => boolean;

/** Milliseconds since the start of a process. */
interface ProcessorTime {
  readonly usedMs: number;
  /** Waited for a processor, which is counted when the wait is over. */
  readonly waitedMs: number;
  /** It waits at this moment, or for the disk. */
  readonly isHeldUp: boolean;
}

/** Of the main thread of another process. */
export function createStarvation(pid: number | undefined): Starvation {
  return createMeter(() => {
    const [, state] = /\) (\w) /.exec(read(`/proc/${pid}/stat`)) ?? [];
    return { ...schedulingOf(`/proc/${pid}/schedstat`), isHeldUp: state === 'R' || state === 'D' };
  });
}

/** Of all the threads of this process together. */
export function createOwnStarvation(): Starvation {
  return createMeter(() => {
    const { user, system } = process.cpuUsage();
    const waits = listOwnThreads().map((id) => schedulingOf(`/proc/self/task/${id}/schedstat`).waitedMs);
    return {
      usedMs: (user + system) / 1000,
      waitedMs: waits.reduce((sum, waitedMs) => sum + waitedMs, 0),
      isHeldUp: false,
    };
  });
}

function createMeter(measure: () => ProcessorTime): Starvation {
  let last = { atMs: performance.now(), ...measure() };
  return () => {
    const next = { atMs: performance.now(), ...measure() };
    const halfMs = (next.atMs - last.atMs) / 2;
    const isStarved =
      next.usedMs - last.usedMs < halfMs && (next.isHeldUp || next.waitedMs - last.waitedMs > halfMs);
    last = next;
    return isStarved;
  };
}

function schedulingOf(path: string): Pick<ProcessorTime, 'usedMs' | 'waitedMs'> {
  const [usedNs, waitedNs] = read(path).split(' ');
  return { usedMs: Number(usedNs ?? 0) / 1e6, waitedMs: Number(waitedNs ?? 0) / 1e6 };
}

function listOwnThreads(): string[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task') : [];
}

/** Empty where that is not Linux, or the process or thread has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
