import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = join(import.meta.dirname, '../../..');
const START_TIMEOUT_MS = 60_000;
const MAX_OUTPUT_CHARACTERS = 20_000;
const MAX_SHOWN_CHARACTERS = 200;

/** The server as a process that is killed and started again on the same data and port. */
export interface ServerProcess {
  /** Who signs in; told at the first start alone. */
  readonly administrator: { email: string; password: string };
  start(): Promise<void>;
  /**
   * Sends a signal and waits for the end.
   *
   * @returns the exit code, null where a signal ended it, how long it took, and what it said last
   */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number; said: string }>;
  /** Sends a signal that does not end it. */
  signal(signal: NodeJS.Signals): void;
  /** Its number while it runs. */
  readonly pid: number | undefined;
  /** Moves its clock, in milliseconds from the true time. */
  moveClock(offsetMs: number): Promise<void>;
  /** Its exits that nobody has asked for, with its last output. It is started again then, as `npm start` does. */
  readonly crashes: readonly string[];
}

export interface ServerProcessOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly apiKey: string;
  readonly args: readonly string[];
}

/** Makes a process that has not been started. */
export function createServerProcess({ dataDir, port, apiKey, args }: ServerProcessOptions): ServerProcess {
  const clock = `${dataDir}.clock`;
  let child: ChildProcess | undefined;
  let output = '';
  let isEnding = false;
  const crashes: string[] = [];
  let administrator = { email: '', password: '' };

  const launch = (): ChildProcess => {
    const flags = {
      data: dataDir,
      port: String(port),
      'bootstrap-api-key': apiKey,
      // The traffic comes from one address with few keys.
      'rate-limit': '0',
      'rate-limit-tenant': '0',
      'rate-limit-address': '0',
      'rate-limit-failures': '0',
    };
    const started = spawn(
      process.execPath,
      [
        '--import',
        `${new URL('inside.mjs', import.meta.url)}?${new URLSearchParams({ clock })}`,
        join(root, 'packages/server/src/main.ts'),
        ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
        '--no-demo',
        ...args,
      ],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
      });
    started.once('exit', (code, signal) => {
      if (isEnding) return;
      crashes.push(
        `the server ended by itself with ${code ?? signal}: ${output.slice(-MAX_SHOWN_CHARACTERS)}`,
      );
      child = launch();
    });
    return started;
  };

  return {
    get administrator() {
      return administrator;
    },
    crashes,
    async start() {
      isEnding = false;
      output = '';
      await rm(join(dataDir, 'ready.json'), { force: true });
      child = launch();
      await untilReady(join(dataDir, 'ready.json'), child, () => output);
      const [, email, password] = /Sign in +(\S+) +(\S+)/.exec(output) ?? [];
      if (email !== undefined && password !== undefined) administrator = { email, password };
    },
    async end(signal) {
      const startedAt = performance.now();
      if (!child || child.exitCode !== null || child.signalCode !== null)
        return { code: child?.exitCode ?? null, ms: 0, said: '' };
      isEnding = true;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      const ms = performance.now() - startedAt;
      return { code: child.exitCode, ms, said: output.slice(-MAX_SHOWN_CHARACTERS) };
    },
    signal: (signal) => void child?.kill(signal),
    get pid() {
      return child?.pid;
    },
    moveClock: (offsetMs) => writeFile(clock, String(offsetMs)),
  };
}

async function untilReady(file: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}:\n${output()}`);
    const text = await readFile(file, 'utf8').catch(() => '');
    // The greeting comes after the file, and says at the first start how to sign in.
    if (text.endsWith('\n') && /Oriel is ready/.test(output())) return;
    await pause(20);
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready in time:\n${output()}`);
}
