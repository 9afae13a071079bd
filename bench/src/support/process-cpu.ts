import { readFile } from 'node:fs/promises';
import { processesBelow } from './process-tree.ts';

/** The processor time that a server has taken since its start, in milliseconds, in steps of 10. */
export interface ServerCpu {
  /** The server with its child processes, PostgreSQL aside. */
  readonly serverMs: number;
  /** The embedded PostgreSQL. */
  readonly databaseMs: number;
}

/** What the kernel counts in: USER_HZ is 100 on every Linux of today. */
const TICK_MS = 10;

/** Sums up a process and all that is, or was, below it. */
export async function cpuOf(pid: number): Promise<ServerCpu> {
  const times = await Promise.all((await processesBelow(pid)).map(timeOf));
  const sum = (isDatabase: boolean) =>
    times.filter((time) => time.isDatabase === isDatabase).reduce((total, { ms }) => total + ms, 0);
  return { serverMs: sum(false), databaseMs: sum(true) };
}

async function timeOf(pid: number): Promise<{ isDatabase: boolean; ms: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name, which may hold spaces, ends at the last parenthesis. The 14th to 17th field are utime and stime, and
  // those of children that have ended, such as connections of a database.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
  return { isDatabase: stat.includes('(postgres'), ms: ticks * TICK_MS };
}
