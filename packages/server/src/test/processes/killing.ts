import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { EmbeddedPostgres } from '../../db/postgres/embedded-postgres.ts';

const run = promisify(execFile);

/**
 * Kills a PostgreSQL as a power cut does: every process at once and without a last word, so that what only its memory
 * held is gone. Settles when none of them runs any more.
 */
export async function killPostgres(postgres: EmbeddedPostgres, dataDir: string): Promise<void> {
  const [line] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const postmaster = Number(line);
  // Stopped, it starts no more processes while its children are counted.
  process.kill(postmaster, 'SIGSTOP');
  const children = (await listProcesses()).filter(({ parent }) => parent === postmaster);
  const pids = children.map(({ pid }) => pid);
  for (const pid of [...pids, postmaster]) process.kill(pid, 'SIGKILL');
  await postgres.exited;
  while ((await listProcesses()).some(({ pid, isDead }) => pids.includes(pid) && !isDead))
    await setImmediate();
}

async function listProcesses(): Promise<{ pid: number; parent: number; isDead: boolean }[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  return stdout
    .trim()
    .split('\n')
    .map((row) => {
      const [pid, parent, state] = row.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), isDead: state?.startsWith('Z') ?? true };
    });
}
