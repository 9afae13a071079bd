import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, type Bench, type BenchResult } from './support/bench.ts';
import { memoryOf, type ServerMemory } from './support/process-memory.ts';

const root = join(import.meta.dirname, '../..');
const ROUNDS = 5;
const PORT = 4871;
const IDLE_MS = 5_000;
const TARGET_MB = { all: 200, server: 150 };

/**
 * From `npm start` on an existing data folder to the first 200 of `/readyz`, and what the idle server takes of memory.
 */
export const start: Bench = {
  id: 'start',
  title: 'Start and idle memory',
  async run(): Promise<BenchResult[]> {
    const dataDir = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
    await chmod(dataDir, 0o755);
    try {
      await (await startOnce(dataDir)).stop();
      const seconds: number[] = [];
      const memory: ServerMemory[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const server = await startOnce(dataDir);
        seconds.push(server.seconds);
        await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
        memory.push(await memoryOf(server.pid));
        await server.stop();
      }
      return [
        { name: 'start.ready', unit: 's', oriel: median(seconds), target: 2, samples: { oriel: seconds } },
        ...reportMemory(memory),
      ];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

function reportMemory(memory: readonly ServerMemory[]): BenchResult[] {
  const report = (name: string, of: (each: ServerMemory) => number, note: string, target: number) => {
    const samples = memory.map(of);
    return { name, unit: 'MB' as const, oriel: median(samples), target, samples: { oriel: samples }, note };
  };
  return [
    report(
      'start.idle-memory',
      ({ allMb }) => allMb,
      'proportional set size of the server and its PostgreSQL together',
      TARGET_MB.all,
    ),
    report('start.idle-memory.server', ({ serverMb }) => serverMb, 'of the server alone', TARGET_MB.server),
  ];
}

async function startOnce(dataDir: string): Promise<{ seconds: number; pid: number; stop(): Promise<void> }> {
  await rm(join(dataDir, 'ready.json'), { force: true });
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent', '--', '--data', dataDir, '--port', String(PORT)], {
    cwd: root,
    stdio: 'ignore',
  });
  await untilReady(`http://localhost:${PORT}/readyz`, child);
  const seconds = (performance.now() - started) / 1000;
  const pid = await serverPid(dataDir);
  return {
    seconds,
    pid,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      process.kill(pid, 'SIGTERM');
      await exited;
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** `ready.json` is written right after the port opens. */
async function serverPid(dataDir: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => '');
    if (text.endsWith('\n')) return (JSON.parse(text) as { pid: number }).pid;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
