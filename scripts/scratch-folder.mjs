// Where a run of the tests writes: in memory where there is plenty of it, since thousands of small databases,
// repositories and data folders are made and thrown away, and a disk takes processor time for each.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const PREFIX = 'oriel-tests-';
/**
 * What a run takes at most, and as much again for what else is in memory: Chromium leaves shared memory alone below 4
 * GB.
 */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Makes the folder of a run, which goes when this process ends. Everybody may write in it, as in the system's own: the
 * databases may run as another user than the tests.
 */
export function makeScratchFolder() {
  const parent = hasRoom(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir();
  removeLeftovers(parent);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

function hasRoom(folder) {
  if (process.platform !== 'linux' || !existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
}

/** What runs have left that were killed. */
function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = name.match(/^oriel-tests-(\d+)-/) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) removeLeftover(join(parent, name));
  }
}

/** Something in it may be in use: a process that outlived its run, or what such a process has mounted. */
function removeLeftover(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  } catch (error) {
    console.error(`A folder of an earlier run could not be removed: ${error.message}`);
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
