import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Duplex, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createFrames, type FrameHandler, type Frames } from '../protocol/frames.ts';
import type { FromRuntime, ToRuntime } from '../worker/messages/messages.ts';

/** The process of a runtime, seen from the server. */
interface RuntimeProcess {
  /** Undefined where it could not be started. */
  readonly pid: number | undefined;
  readonly send: Frames<ToRuntime>['send'];
  /** Ends it at once, whatever it does. */
  kill(): void;
  /** Whether this process has to stay alive for it. */
  keepAlive(isNeeded: boolean): void;
}

/** How a runtime's process has ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines that it wrote, such as the complaint of native code. */
  readonly lastLines: readonly string[];
  /** Why it could not be started. */
  readonly error?: Error;
}

/** What a process is started with, and who hears of it. */
interface SpawnOptions {
  /** Statements of DuckDB that may run at once. */
  readonly slots: number;
  /** What its environment has beside what every runtime needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly onFrame: FrameHandler<FromRuntime>;
  /** A line of its output. */
  onLine(line: string): void;
  /** Called once. */
  onEnd(end: ProcessEnd): void;
}

const ENTRY = fileURLToPath(new URL('../worker/runtime-process.ts', import.meta.url));
/** Of libuv's pool, beside those that statements hold: for files and names. */
const OTHER_THREADS = 4;
const MAX_LAST_LINES = 20;
const MAX_LINE_CHARACTERS = 2_000;
/**
 * From 0 to 1,000: where the machine has no memory left, Linux ends a runtime rather than the server or its database.
 */
const OOM_SCORE = '600';

/** What a runtime needs of the environment, in which the server has passwords and keys. */
const ENVIRONMENT = [
  'PATH',
  'HOME',
  'TZ',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
];

/** Starts the process of a runtime. It waits for its start message. */
export function spawnRuntime({ slots, environment, onFrame, onLine, onEnd }: SpawnOptions): RuntimeProcess {
  const child = spawn(process.execPath, [...process.execArgv, ENTRY], {
    env: { ...environment, ...environmentFor(slots) },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const channel = child.stdio[3];
  if (!(channel instanceof Duplex)) throw new Error('A runtime has no channel');
  const frames = createFrames<ToRuntime, FromRuntime>(channel, onFrame);
  const lastLines: string[] = [];
  const read = (output: Readable) =>
    createInterface({ input: output }).on('line', (line) => {
      lastLines.push(line.slice(0, MAX_LINE_CHARACTERS));
      if (lastLines.length > MAX_LAST_LINES) lastLines.shift();
      onLine(line.slice(0, MAX_LINE_CHARACTERS));
    });
  for (const output of [child.stdout, child.stderr]) if (output) read(output);
  let error: Error | undefined;
  let hasEnded = false;
  const end = (code: number | null, signal: NodeJS.Signals | null) => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd({ code, signal, lastLines, ...(error && { error }) });
  };
  // What is written to a process that ends fails, and its end is told by itself.
  channel.on('error', () => {});
  child.once('error', (cause) => {
    error = cause;
    if (child.pid === undefined) end(null, null);
  });
  // After the last of its output.
  child.once('close', end);
  if (child.pid !== undefined && process.platform === 'linux')
    void writeFile(`/proc/${child.pid}/oom_score_adj`, OOM_SCORE).catch(() => {});
  const handles = [child, ...child.stdio];
  const keepAlive = (isNeeded: boolean) => {
    for (const handle of handles) if (isRefable(handle)) handle[isNeeded ? 'ref' : 'unref']();
  };
  keepAlive(false);
  return { pid: child.pid, send: frames.send, kill: () => void child.kill('SIGKILL'), keepAlive };
}

function environmentFor(slots: number): NodeJS.ProcessEnv {
  const kept = ENVIRONMENT.map((name) => [name, process.env[name]] as const);
  return {
    ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
    // Each statement of DuckDB holds a thread of the pool while it runs.
    UV_THREADPOOL_SIZE: String(slots + OTHER_THREADS),
  };
}

/** Child processes and sockets keep this process alive; the types of their streams do not say so. */
function isRefable(handle: unknown): handle is { ref(): void; unref(): void } {
  return typeof handle === 'object' && handle !== null && 'ref' in handle && 'unref' in handle;
}
