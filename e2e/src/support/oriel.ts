import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerHost } from './server-host-client.ts';

const root = join(import.meta.dirname, '../../..');
const READY_TIMEOUT_MS = 120_000;

/** `ready.json`, as a program that waits for the server reads it. */
export interface Ready {
  url: string;
  apiKey?: string;
  hostUrl?: string;
  pid: number;
}

/** The product, driven from outside. */
export interface Oriel extends Ready {
  readonly dataDir: string;
  /** Everything that it has printed so far. */
  output(): string;
  /** Ends it in order. */
  stop(): Promise<unknown>;
}

/** The product as `npm start` runs it. */
export interface OrielProcess extends Oriel {
  /** Ends it as a person or a supervisor would, and answers with its exit code. */
  stop(): Promise<number | null>;
  /** Sends a signal to what was started, and answers with the exit code once it has ended. */
  signal(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends it as a power cut would: no handler runs. */
  kill(): Promise<void>;
}

export async function makeDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'oriel-e2e-'));
  // The embedded database may have to run as another user than the tests.
  await chmod(directory, 0o755);
  return directory;
}

export async function removeDataDir(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
}

export interface StartOrielOptions {
  dataDir: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const ownPlace = (dataDir: string, port = 0) => [
  '--data',
  dataDir,
  '--port',
  String(port),
  '--host-page-port',
  '0',
];

/** Ports of installations that have stopped, by the process that served them. */
const freePorts = new WeakMap<ServerHost, number[]>();

/**
 * Starts the product in a process that serves others as well. It listens where one before it has listened, so that a
 * browser that has loaded the scripts of that one has them in its cache.
 */
export async function hostOriel(
  host: ServerHost,
  { dataDir, args = [], env = {} }: StartOrielOptions,
): Promise<Oriel> {
  const ports = freePorts.get(host) ?? [];
  freePorts.set(host, ports);
  const kept = ports.pop();
  const port = kept !== undefined && (await isFree(kept)) ? kept : 0;
  const { output, stop } = await host.start([...ownPlace(dataDir, port), ...args], env);
  const ready = JSON.parse(await readFile(join(dataDir, 'ready.json'), 'utf8')) as Ready;
  return {
    ...ready,
    dataDir,
    output,
    stop: async () => {
      await stop();
      ports.push(Number(new URL(ready.url).port));
    },
  };
}

/** Whether nothing listens at a port of the loopback interface. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, 'localhost', () => server.close(() => resolve(true)));
  });
}

/** Starts the product in a process of its own, and waits until it is ready. */
export async function startOriel({ dataDir, args = [], env = {} }: StartOrielOptions): Promise<OrielProcess> {
  await rm(join(dataDir, 'ready.json'), { force: true });
  const { child, output } = spawnOriel([...ownPlace(dataDir), ...args], env);
  const ready = await waitForReady(dataDir, child, output);
  return {
    ...ready,
    dataDir,
    output,
    stop: async () => {
      child.kill('SIGTERM');
      return exitOf(child);
    },
    signal: async (signal) => {
      child.kill(signal);
      return exitOf(child);
    },
    kill: async () => {
      process.kill(ready.pid, 'SIGKILL');
      await exitOf(child);
    },
  };
}

/**
 * Starts the product where it is not expected to become ready, and answers with what it said.
 *
 * @param meanwhile what is done while it starts; `during` is what that answers
 */
export async function runOriel<T = undefined>(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  meanwhile?: (child: ChildProcess) => Promise<T>,
): Promise<{ code: number | null; output: string; during: T }> {
  const { child, output } = spawnOriel(args, env);
  const exited = exitOf(child);
  // Without work the type of its answer is undefined.
  const during = (await meanwhile?.(child)) as T;
  return { code: await exited, output: output(), during };
}

/** Those that a failed test has not stopped end with the tests. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill();
});

function spawnOriel(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { child, output: () => text };
}

async function waitForReady(dataDir: string, child: ChildProcess, output: () => string): Promise<Ready> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`Oriel ended with ${child.exitCode} before it was ready:\n${output()}`);
    const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => undefined);
    if (text?.endsWith('\n')) {
      const ready = JSON.parse(text) as Ready;
      // The file is written before the greeting, which tells the password of a first start.
      if (output().includes(ready.apiKey ? 'shown this once' : '/docs/api')) return ready;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`Oriel was not ready in time:\n${output()}`);
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}
