import { constants, setPriority } from 'node:os';

/** Between what answers and what works for it. */
export const PRIORITY_STEP = 5;

/**
 * Lets a process or thread give way to those of a priority (a niceness: larger is lower). On an idle machine it is as
 * fast as before. Where the machine does not allow it, or the process has ended meanwhile, nothing happens.
 */
export function lowerPriority(id: number, below: number): void {
  try {
    setPriority(id, Math.min(constants.priority.PRIORITY_LOW, below + PRIORITY_STEP));
  } catch {
    // It stays as it is.
  }
}
