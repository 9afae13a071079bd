import { readFile } from 'node:fs/promises';
import { processesBelow } from './process-tree.ts';

/** What a server holds in memory, as proportional set sizes: pages that processes share are counted once. In MB. */
export interface ServerMemory {
  /** The server with its child processes, PostgreSQL aside. */
  readonly serverMb: number;
  /** The embedded PostgreSQL. */
  readonly databaseMb: number;
  readonly allMb: number;
}

/** Measures a process and all below it. */
export async function memoryOf(pid: number): Promise<ServerMemory> {
  const sizes = await Promise.all((await processesBelow(pid)).map(sizeOf));
  const sum = (isDatabase: boolean) =>
    sizes.filter((size) => size.isDatabase === isDatabase).reduce((total, { mb }) => total + mb, 0);
  const [serverMb, databaseMb] = [sum(false), sum(true)];
  return { serverMb, databaseMb, allMb: serverMb + databaseMb };
}

async function sizeOf(pid: number): Promise<{ isDatabase: boolean; mb: number }> {
  const [rollup, name] = await Promise.all(
    ['smaps_rollup', 'comm'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  );
  const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(rollup ?? '')?.[1] ?? 0);
  return { isDatabase: name?.startsWith('postgres') ?? false, mb: kilobytes / 1024 };
}

/** MB of the processes that hold the pages of a browser, of all that this process has started. */
export async function memoryOfPages(): Promise<number> {
  const sizes = await Promise.all(
    (await processesBelow(process.pid)).map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return command.includes('--type=renderer') ? (await sizeOf(pid)).mb : 0;
    }),
  );
  return sizes.reduce((sum, mb) => sum + mb, 0);
}
