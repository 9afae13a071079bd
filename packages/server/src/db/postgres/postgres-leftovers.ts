import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const POLL_MS = 20;

/**
 * Ends what still runs on a cluster after an Oriel or its PostgreSQL was killed, so that another PostgreSQL can start
 * on it. The caller holds the lock of the data folder.
 */
export async function endLeftovers(clusterDir: string): Promise<void> {
  await endServer(clusterDir);
  await endOrphans(clusterDir);
}

/**
 * Ends a server that an Oriel which was killed left running, and removes the pid file of one that was killed itself.
 */
async function endServer(clusterDir: string): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid))) return rm(pidFile, { force: true });
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await setTimeout(POLL_MS);
}

/**
 * Ends the processes that outlive a killed server while they are busy. They hold its shared memory, and no other server
 * starts before they have gone; what they do has no one left to acknowledge it. Found on Linux alone, by their working
 * directory: elsewhere they end by themselves when they look for the server the next time.
 */
async function endOrphans(clusterDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const directory = await realpath(clusterDir).catch(() => undefined);
  if (directory === undefined) return;
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => ({
      pid: Number(name),
      directory: await readlink(`/proc/${name}/cwd`).catch(() => undefined),
    })),
  );
  const orphans = found.filter((one) => one.directory === directory).map(({ pid }) => pid);
  for (const pid of orphans) kill(pid, 'SIGKILL');
  for (const pid of orphans) while (await isRunning(pid)) await setTimeout(POLL_MS);
}

/** Whether the process of that number is a PostgreSQL: the number may have been given to another program since. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres');
}

/** Whether a process holds anything; one that has ended and was not reaped does not. */
async function isRunning(pid: number): Promise<boolean> {
  const state = /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
