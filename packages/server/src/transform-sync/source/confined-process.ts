import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { PROGRAM_FOLDER, showFolders, showPython } from '../../python/sandbox-folders.ts';
import { filterOfSockets } from '../../python/system-calls.ts';

/** A program of the machine that works on what others have written. */
interface ConfinedProcess {
  /** Absolute, and its arguments. */
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string;
  /** All that it finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
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

/**
 * Seconds of processor time, and blocks of 512 bytes of a file. The limits are those of POSIX shells, but the memory,
 * which some lack.
 */
const LIMITS = 'ulimit -t 120; ulimit -f 409600; ulimit -c 0; ulimit -v 4194304 2>/dev/null; exec "$@"';
/** The program that makes sandboxes, and the descriptor that it reads its filter of system calls from. */
const [SANDBOX, FILTER] = ['bwrap', 3];
/** Bytes of memory that it shares between its processes. */
const SHARED_BYTES = 16 * 1024 * 1024;

/**
 * Runs a program that may talk to others, with limits of time, processor, memory and files. It and all that it has
 * started are ended together.
 */
export async function runConfined(run: ConfinedProcess): Promise<ProcessEnd> {
  return runGroup(limited(run), run);
}

/** What a program in a sandbox finds of the files of the machine. */
interface SandboxedProcess extends ConfinedProcess {
  /** Files and folders that it may read. */
  readonly shown: readonly string[];
  /** The folder that it may write to, which holds its own. */
  readonly writable: string;
  /** What it never reads, wherever that lies. */
  readonly hidden: readonly string[];
}

/**
 * Runs a program as {@link runConfined} does, in a sandbox like that of Python: with no socket of any kind, with no
 * files but Python, what is shown to it and its own folder, and with no process of others.
 *
 * @throws where what it needs lies in what is hidden, and an `ENOENT` where the machine has no bubblewrap
 */
export async function runSandboxed(run: SandboxedProcess): Promise<ProcessEnd> {
  const filter = filterOfSockets();
  if (!filter) throw new Error(`No program can be confined on a processor of ${process.arch}`);
  const hidden = [...run.hidden, PROGRAM_FOLDER];
  const files = [...(await showPython(hidden, run.shown))];
  // It may lie in a folder that is shown, and holds nothing that is hidden.
  await showFolders([run.writable], hidden);
  const sandbox = [
    [SANDBOX, '--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ['--seccomp', String(FILTER)],
    // First: what is shown may lie below one of them.
    ['--proc', '/proc', '--dev', '/dev', '--size', String(SHARED_BYTES), '--tmpfs', '/dev/shm'],
    files,
    ['--bind', run.writable, run.writable, '--chdir', run.directory],
    ['--remount-ro', '/dev', '--remount-ro', '/', '--clearenv'],
    ...Object.entries(run.environment).map(([name, value]) => ['--setenv', name, value]),
    ['--hostname', 'sandbox', '--'],
  ].flat();
  const environment = { PATH: process.env['PATH'] ?? '' };
  return runGroup([...sandbox, ...limited(run)], { ...run, environment }, filter);
}

function limited({ program, args }: ConfinedProcess): string[] {
  return ['/bin/sh', '-c', LIMITS, 'sh', program, ...args];
}

async function runGroup(
  [command = '', ...args]: readonly string[],
  { directory, environment, timeoutMs, signal }: Omit<ConfinedProcess, 'program' | 'args'>,
  filter?: Buffer,
): Promise<ProcessEnd> {
  const child = spawn(command, args, {
    cwd: directory,
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(filter ? (['pipe'] as const) : [])],
    detached: true,
  });
  if (filter) {
    // A pipe, as `spawn` was asked for.
    const stream = child.stdio[FILTER] as Writable;
    // A sandbox that has ended reads nothing, which its end tells.
    stream.on('error', () => {});
    stream.end(filter);
  }
  const end = () => endGroup(child.pid);
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
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
