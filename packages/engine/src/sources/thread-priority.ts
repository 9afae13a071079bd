import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { lowerPriority } from '../lower-priority.ts';

const TASKS = '/proc/self/task';
/** The name of the threads that run statements: those of libuv's pool, and those that DuckDB begins on one of them. */
const NAME = 'libuv-worker';

/**
 * Lets the threads that run statements give way to those that answer, so that heavy queries which keep every core busy do not
 * hold up answers from the cache. On an idle machine they are as fast as before. Linux alone knows priorities of threads;
 * elsewhere nothing happens.
 *
 * @see https://man7.org/linux/man-pages/man2/setpriority.2.html
 */
export function lowerQueryThreads(): void {
  if (process.platform !== 'linux') return;
  const own = getPriority();
  for (const id of readdirSync(TASKS)) if (nameOf(id) === NAME) lowerPriority(Number(id), own);
}

function nameOf(id: string): string | undefined {
  try {
    return readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim();
  } catch {
    // The thread has ended meanwhile.
    return undefined;
  }
}
