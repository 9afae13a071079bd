import type { TcpProxy } from '@oriel/server/test';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Disk } from './disk.ts';
import type { Figures } from './figures.ts';
import type { Random } from './random.ts';
import type { ServerProcess } from './server-process.ts';

const run = promisify(execFile);

/** What faults are made in. */
export interface Target {
  readonly server: ServerProcess;
  readonly proxy: TcpProxy;
  readonly disk: Disk;
  readonly dataDir: string;
  readonly figures: Figures;
  readonly random: Random;
}

/** Makes a fault and undoes what does not undo itself; the server then has to recover. */
export type Fault = (target: Target) => Promise<void>;

const DAY_MS = 86_400_000;
/** What is promised, and a second for a machine that has much else to do. */
const MAX_STOP_MS = 6_000;
/** Less than is kept free, and enough for what PostgreSQL writes meanwhile. */
const NEARLY_FULL_BYTES = 24 * 2 ** 20;

/** Every fault by its name. */
export const faults: Readonly<Record<string, Fault>> = {
  'server killed': async ({ server }) => {
    await server.end('SIGKILL');
    await server.start();
  },
  'server stopped': async ({ server, figures }) => {
    const { code, ms, said } = await server.end('SIGTERM');
    if (code !== 0) figures.violation('wrong', `the server ended with ${code} after SIGTERM: ${said}`);
    if (ms > MAX_STOP_MS) figures.violation('wrong', `the server took ${Math.round(ms)} ms to stop`);
    await server.start();
  },
  'server and database killed': async ({ server, dataDir }) => {
    const [, database] = await Promise.all([server.end('SIGKILL'), killPostgres(dataDir)]);
    await database;
    await server.start();
  },
  'server stalled': async ({ server }) => {
    server.signal('SIGSTOP');
    await pause(1_000);
    server.signal('SIGCONT');
  },
  'database killed': ({ dataDir }) => killPostgres(dataDir),
  'database connection killed': async ({ dataDir, random }) => {
    const backends = await listBackends(dataDir);
    if (backends.length > 0) kill(random.pick(backends));
  },
  'runtime killed': async ({ server, random }) => {
    const runtimes = await listRuntimes(server);
    if (runtimes.length > 0) kill(random.pick(runtimes), 'SIGKILL');
  },
  'runtime aborts': async ({ server, random }) => {
    const runtimes = await listRuntimes(server);
    if (runtimes.length > 0) kill(random.pick(runtimes), 'SIGABRT');
  },
  'connections cut': async ({ proxy }) => proxy.cut(),
  'network silent': async ({ proxy }) => {
    proxy.set('silent');
    await pause(1_500);
    // What was swallowed is missing from these connections for ever.
    proxy.cut();
    proxy.set('open');
  },
  'disk nearly full': async ({ disk }) => {
    await disk.fill(NEARLY_FULL_BYTES);
    await pause(2_000);
    await disk.free();
  },
  'disk full': async ({ disk }) => {
    await disk.fill(0);
    await pause(2_000);
    await disk.free();
  },
  'clock a day ahead': ({ server }) => moveClock(server, DAY_MS),
  'clock a day back': ({ server }) => moveClock(server, -DAY_MS),
};

/** The faults that need a disk which can be filled. */
export const DISK_FAULTS: ReadonlySet<string> = new Set(['disk nearly full', 'disk full']);

async function moveClock(server: ServerProcess, offsetMs: number): Promise<void> {
  await server.moveClock(offsetMs);
  await pause(2_500);
  await server.moveClock(0);
}

async function killPostgres(dataDir: string): Promise<void> {
  const pid = await findPostmaster(dataDir);
  if (pid !== undefined) kill(pid);
}

async function findPostmaster(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]) || undefined;
}

/** The processes that serve connections, of all that PostgreSQL has. */
async function listBackends(dataDir: string): Promise<number[]> {
  return listChildren(await findPostmaster(dataDir), /oriel/);
}

const listRuntimes = ({ pid }: ServerProcess) => listChildren(pid, /runtime-process/);

async function listChildren(parent: number | undefined, args: RegExp): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, of, ...rest]) => Number(of) === parent && args.test(rest.join(' ')))
    .map(([pid]) => Number(pid));
}

function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended by itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
