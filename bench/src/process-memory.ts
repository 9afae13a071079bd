import { readdir, readFile } from 'node:fs/promises';

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
  const sizes = await Promise.all((await descendants(pid)).map(sizeOf));
  const sum = (isDatabase: boolean) =>
    sizes.filter((size) => size.isDatabase === isDatabase).reduce((total, { mb }) => total + mb, 0);
  const [serverMb, databaseMb] = [sum(false), sum(true)];
  return { serverMb, databaseMb, allMb: serverMb + databaseMb };
}

async function descendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const parent = /\) \S (\d+)/.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const below = (id: number): number[] => [
    id,
    ...[...parents].filter(([, parent]) => parent === id).flatMap(([child]) => below(child)),
  ];
  return below(pid);
}

async function sizeOf(pid: number): Promise<{ isDatabase: boolean; mb: number }> {
  const [rollup, name] = await Promise.all(
    ['smaps_rollup', 'comm'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  );
  const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(rollup ?? '')?.[1] ?? 0);
  return { isDatabase: name?.startsWith('postgres') ?? false, mb: kilobytes / 1024 };
}
