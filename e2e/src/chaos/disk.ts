import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SIZE_MB = 600;
const MARGIN_BYTES = 8 * 2 ** 20;
const CHUNK_BYTES = 64 * 2 ** 10;

/** The disk of the data folder. */
export interface Disk {
  /** Why it cannot be filled; undefined where it can. */
  readonly unfillable: string | undefined;
  /** Has another program take all but so many bytes. */
  fill(leaveBytes: number): Promise<void>;
  free(): Promise<void>;
  /** Removes it with all that is on it. */
  remove(): Promise<void>;
}

/** Makes a small disk of its own at the folder, where the machine lets us mount one; else a plain folder. */
export async function makeDisk(folder: string): Promise<Disk> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const unfillable = await mount(folder);
  const ballast = join(folder, 'ballast');
  return {
    unfillable,
    async fill(leaveBytes) {
      // Most of it at once; the rest bit by bit, because the server writes meanwhile.
      const most = (await freeBytes(folder)) - leaveBytes - MARGIN_BYTES;
      if (most > 0) await run('fallocate', ['--length', String(most), ballast]);
      while ((await freeBytes(folder)) > leaveBytes && (await append(ballast)));
    },
    free: () => rm(ballast, { force: true }),
    async remove() {
      if (unfillable === undefined) await run('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @returns whether there was free space */
async function append(file: string): Promise<boolean> {
  try {
    await writeFile(file, Buffer.alloc(CHUNK_BYTES), { flag: 'a' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

/** @returns why it cannot be mounted */
async function mount(folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'only Linux mounts a disk in memory';
  if (process.getuid?.() !== 0) return 'only root may mount a disk of its own';
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'none', folder]);
    return undefined;
  } catch (error) {
    return `a disk in memory cannot be mounted: ${(error as Error).message.split('\n')[0]}`;
  }
}
