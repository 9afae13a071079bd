import { spawn } from 'node:child_process';

/** A program of the machine that works on what others have written. */
export interface ConfinedProcess {
  /** Absolute, and its arguments. */
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string;
  /** All that it finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Whether it may talk to others; default false. */
  readonly hasNetwork?: boolean;
}

/** How such a program has ended. */
export interface ProcessEnd {
  /** Null where it was ended. */
  readonly exitCode: number | null;
  /** What it has written on both streams, its end left out where that is long. */
  readonly output: string;
  readonly hasTimedOut: boolean;
}

const MAX_OUTPUT_LENGTH = 64 * 1024;

/** Seconds of processor time, and blocks of 512 bytes of a file. The limits are those of POSIX shells, but the memory, which some lack. */
const LIMITS = 'ulimit -t 120; ulimit -f 409600; ulimit -c 0; ulimit -v 4194304 2>/dev/null; exec "$@"';
/** A network of its own, which reaches nothing. */
const WITHOUT_NETWORK = ['unshare', '--user', '--map-root-user', '--net', '--'];

/**
 * Runs a program with limits of time, processor, memory and files, and without a network where the machine can give it none. It and
 * all that it has started are ended together.
 */
export async function runConfined(run: ConfinedProcess): Promise<ProcessEnd> {
  const { program, args } = run;
  const limited = ['/bin/sh', '-c', LIMITS, 'sh', program, ...args];
  const isIsolated = run.hasNetwork !== true && (await canUnshare());
  return runGroup(isIsolated ? [...WITHOUT_NETWORK, ...limited] : limited, run);
}

let unshares: Promise<boolean> | undefined;

/** Asked once: a container may forbid it. */
function canUnshare(): Promise<boolean> {
  unshares ??= runGroup([...WITHOUT_NETWORK, 'true'], {
    directory: '/',
    environment: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 5_000,
    signal: new AbortController().signal,
  }).then(
    ({ exitCode }) => exitCode === 0,
    () => false,
  );
  return unshares;
}

async function runGroup(
  [command = '', ...args]: readonly string[],
  { directory, environment, timeoutMs, signal }: Omit<ConfinedProcess, 'program' | 'args'>,
): Promise<ProcessEnd> {
  const child = spawn(command, args, {
    cwd: directory,
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = () => endGroup(child.pid);
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT_LENGTH) output += chunk.toString();
    });
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { exitCode, output: output.slice(0, MAX_OUTPUT_LENGTH), hasTimedOut };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    // What it has left behind.
    end();
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
