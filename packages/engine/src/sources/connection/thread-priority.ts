import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { lowerPriority, PRIORITY_STEP } from '../../process/lower-priority.ts';

const TASKS = '/proc/self/task';
/** The name of the threads that run statements: those of libuv's pool, and those that DuckDB begins on one of them. */
const NAME = 'libuv-worker';
/** Of the server, which this process was started by. */
const priorityAtStart = getPriority();

/**
 * Lets the threads of a runtime give way to the server, and those that run statements also to those that answer; called
 * when the runtime has started, for until then callers wait for all of it. On an idle machine they are as fast as
 * before. Linux alone knows priorities of threads; elsewhere nothing happens.
 *
 * @see https://man7.org/linux/man-pages/man2/setpriority.2.html
 */
export function lowerThreads(): void {
  for (const { id, isQuery } of threads()) if (!isQuery) lowerPriority(id, priorityAtStart);
  lowerQueryThreads();
}

/**
 * Lets the threads that run statements give way to those that answer, so that heavy queries which keep every core busy
 * do not hold up answers from the cache.
 */
export function lowerQueryThreads(): void {
  for (const { id, isQuery } of threads()) if (isQuery) lowerPriority(id, priorityAtStart + PRIORITY_STEP);
}

function threads(): { id: number; isQuery: boolean }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(TASKS).map((id) => ({ id: Number(id), isQuery: nameOf(id) === NAME }));
}

function nameOf(id: string): string | undefined {
  try {
    return readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim();
  } catch {
    // The thread has ended meanwhile.
    return undefined;
  }
}
