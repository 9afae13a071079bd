import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** How native code ends a process that cannot go on, its own and that of a database engine in it. */
const CRASHES: ReadonlySet<NodeJS.Signals | null> = new Set<NodeJS.Signals>([
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGTRAP',
]);
const STABLE_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Runs the server in this terminal until it ends, and answers with its exit code. One that crashed is started again:
 * after ever longer pauses while it crashes at once.
 */
export async function startServer(args: readonly string[]): Promise<number> {
  const stopping = new AbortController();
  let server = launch(args);
  const stop = (signal: NodeJS.Signals) => {
    stopping.abort();
    // The server ends in order, and this process with it.
    server.kill(signal);
  };
  const onDisconnect = () => stop('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.once('disconnect', onDisconnect);
  for (let delayMs = FIRST_DELAY_MS; ;) {
    const startedAt = performance.now();
    await once(server, 'exit');
    const { exitCode, signalCode } = server;
    if (stopping.signal.aborted || !CRASHES.has(signalCode)) {
      process.off('disconnect', onDisconnect);
      if (process.connected) process.disconnect();
      return exitCode ?? 1;
    }
    process.stderr.write(`oriel: the server crashed (${signalCode}) and is started again\n`);
    if (performance.now() - startedAt > STABLE_MS) delayMs = FIRST_DELAY_MS;
    await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return 1;
    delayMs = Math.min(MAX_DELAY_MS, delayMs * 2);
    server = launch(args);
  }
}

function launch(args: readonly string[]): ChildProcess {
  const server = join(import.meta.dirname, '../../server');
  // Flags and variables that keep the memory of the server small; the file is ours.
  const options = JSON.parse(readFileSync(join(server, 'process-options.json'), 'utf8')) as ProcessOptions;
  return spawn(process.execPath, [...options.nodeFlags, join(server, 'src/main.ts'), ...args], {
    env: { ...options.env, ...process.env },
    // The channel tells the server when this process has gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

interface ProcessOptions {
  nodeFlags: string[];
  env: Record<string, string>;
}
