import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, exitCodes } from '../command-error.ts';

const PAUSE_MS = 50;
/** Longer than a refresh may take. */
const WAIT_MS = 60_000;
/** `SQLITE_BUSY`: another process has the lock. */
const BUSY = 5;

/**
 * Runs work while no other process holds the lock of this file. It is a lock of the operating system, through SQLite,
 * which Node.js carries: it ends with its process, however that ends, so no stale lock is ever taken away from one that
 * is only slow.
 *
 * @throws `CommandError` when it is still held after a minute
 */
export async function withExclusiveLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    for (const until = performance.now() + WAIT_MS; !tryLock(lock); await pause(PAUSE_MS))
      if (performance.now() > until)
        throw new CommandError(
          `Another oriel command has held ${path} for a minute: end it, and try again`,
          exitCodes.failed,
          { code: 'login_locked' },
        );
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === BUSY) return false;
    throw error;
  }
}
