import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { PRLIMIT, PROGRAM_FOLDER, PYTHON, showPython } from './sandbox-folders.ts';
import { filterOfSockets } from './system-calls.ts';

/** What a script has to stay within. */
interface SandboxLimits {
  readonly timeoutMs: number;
  /** MiB of memory of each process. */
  readonly memoryMb: number;
  /** Bytes of `output.json`. */
  readonly maxOutputBytes: number;
  /** Bytes that are kept of what it writes to each of its streams. */
  readonly maxStreamBytes: number;
}

export const DEFAULT_SANDBOX_LIMITS: SandboxLimits = {
  timeoutMs: 120_000,
  memoryMb: 512,
  maxOutputBytes: 2 * 1024 * 1024,
  maxStreamBytes: 16 * 1024,
};

/** What a script has left. */
export interface SandboxRun {
  readonly stdout: string;
  readonly stderr: string;
  /** `output.json`; a byte more than it may have where it is too large. */
  readonly output: Buffer;
  /** Undefined where it was ended. */
  readonly exitCode: number | undefined;
  readonly isTimedOut: boolean;
}

/** Runs Python scripts of authors without network, files or secrets. */
export interface PythonSandbox {
  /** Why scripts cannot be run here; undefined where they can. */
  findFault(): Promise<string | undefined>;
  /**
   * Runs a script beside a `data.csv`. Aborting kills it with all of its processes.
   *
   * @throws what the signal was aborted with
   */
  run(script: string, data: string, signal: AbortSignal): Promise<SandboxRun>;
}

const NOBODY = 65_534;
/** Processes and threads of one script, with those of the sandbox. */
const MAX_PROCESSES = 32;
/** How long a fault of the sandbox is believed. */
const FAULT_MS = 60_000;
/** Bytes of files of a script, all in memory. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** The descriptors that the sandbox reads the data and the script from, and that the output is written to. */
const [DATA, SCRIPT, OUTPUT] = [3, 4, 5];
/** Where the sandbox reads its filter of system calls. */
const FILTER = 6;

/** Runs the script as a process of its own and hands its output out; the script has no descriptor of the sandbox. */
const RUNNER = `
import os, sys
child = os.fork()
if child == 0:
    os.close(${OUTPUT})
    os.execv('${PYTHON}', ['python3', '-I', '/run/job/script.py'])
_, status = os.waitpid(child, 0)
code = os.waitstatus_to_exitcode(status)
left = int(sys.argv[1])
try:
    with open('/run/job/output.json', 'rb') as file:
        while left > 0:
            chunk = file.read(min(left, 65536))
            if not chunk:
                break
            left -= len(chunk)
            while chunk:
                chunk = chunk[os.write(${OUTPUT}, chunk):]
except FileNotFoundError:
    pass
sys.exit(code if code >= 0 else 128 - code)
`;

/**
 * Makes the sandbox: bubblewrap, with the limits of prlimit around it.
 *
 * @param hidden what scripts never read, wherever it lies: the data folder and the sockets of the server; its program
 * never is
 */
export function createPythonSandbox(
  limits: SandboxLimits = DEFAULT_SANDBOX_LIMITS,
  searchPath = process.env['PATH'] ?? '',
  hidden: readonly string[] = [],
): PythonSandbox {
  const [bwrap, prlimit] = ['bwrap', 'prlimit'].map((name) => findProgram(name, searchPath));
  let fault: Promise<string | undefined> | undefined;
  const filter = filterOfSockets();
  const run: PythonSandbox['run'] = async (script, data, signal) => {
    if (bwrap === undefined || prlimit === undefined || !filter) throw new Error('There is no sandbox');
    // Asked for each run: folders come and go, and what is shown must not be what was there once.
    const files = await showPython([...hidden, PROGRAM_FOLDER]);
    return runSandboxed(prlimit, argumentsOf(bwrap, files, limits), { script, data, signal, limits, filter });
  };
  const probe = async (): Promise<string | undefined> => {
    if (process.platform !== 'linux') return 'Python needs a server on Linux';
    if (bwrap === undefined) return 'The server has no bubblewrap (bwrap), which Python is run in';
    if (prlimit === undefined) return 'The server has no prlimit, which bounds Python';
    if (!filter) return `Python needs a server with a processor of x64 or arm64, not ${process.arch}`;
    const { exitCode, stderr } = await run('pass', '', AbortSignal.timeout(limits.timeoutMs)).catch(
      (error: unknown) => ({ exitCode: undefined, stderr: String(error) }),
    );
    return exitCode === 0
      ? undefined
      : `Python cannot be run in bubblewrap here: ${stderr.split('\n')[0] ?? ''}`;
  };
  /** A fault may have been of the moment, as on a machine without a free core: it is looked for again after a while. */
  const probeForAWhile = async () => {
    const found = await probe();
    if (found !== undefined) setTimeout(() => (fault = undefined), FAULT_MS).unref();
    return found;
  };
  return { run, findFault: () => (fault ??= probeForAWhile()) };
}

function findProgram(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        // Whatever the reason, it cannot be run.
        return false;
      }
    });
}

function argumentsOf(
  bwrap: string,
  files: readonly string[],
  { memoryMb, timeoutMs, maxOutputBytes }: SandboxLimits,
): string[] {
  return [
    [
      `--as=${memoryMb * 1024 * 1024}`,
      `--cpu=${Math.ceil(timeoutMs / 1000)}`,
      `--fsize=${MAX_FILE_BYTES}`,
      '--core=0',
      bwrap,
    ],
    ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ['--seccomp', String(FILTER)],
    // First: Python may lie below one of them.
    ['--proc', '/proc', '--dev', '/dev'],
    files,
    ['--size', String(MAX_FILE_BYTES), '--tmpfs', '/run/job', '--chdir', '/run/job'],
    [
      '--ro-bind-data',
      String(DATA),
      '/run/job/data.csv',
      '--ro-bind-data',
      String(SCRIPT),
      '/run/job/script.py',
    ],
    // All that it can write is bounded by the size of its folder.
    ['--remount-ro', '/dev', '--remount-ro', '/'],
    ['--clearenv', '--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/run/job'],
    ['--setenv', 'OPENBLAS_NUM_THREADS', '1', '--setenv', 'PYTHONDONTWRITEBYTECODE', '1'],
    ['--uid', String(NOBODY), '--gid', String(NOBODY), '--hostname', 'sandbox'],
    // Counted within the sandbox: around it, the bound would count all processes of the server's user.
    [PRLIMIT, `--nproc=${MAX_PROCESSES}`],
    [PYTHON, '-I', '-c', RUNNER, String(maxOutputBytes + 1)],
  ].flat();
}

interface Started {
  readonly script: string;
  readonly data: string;
  readonly signal: AbortSignal;
  readonly limits: SandboxLimits;
  readonly filter: Buffer;
}

async function runSandboxed(
  program: string,
  args: readonly string[],
  { script, data, signal, limits, filter }: Started,
): Promise<SandboxRun> {
  signal.throwIfAborted();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: {},
    cwd: '/',
    // A process group of its own, which is killed as one.
    detached: true,
    // The bound of processes does not hold for root.
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  });
  let isTimedOut = false;
  // The end of bubblewrap is the end of every process in the sandbox, once that stands. One that it has begun before
  // would wait for it for ever, and is still of its group.
  const kill = () => killGroup(child);
  const timer = setTimeout(() => {
    isTimedOut = true;
    kill();
  }, limits.timeoutMs);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const ended = endOf(child);
    give(child, DATA, data);
    give(child, SCRIPT, script);
    give(child, FILTER, filter);
    const [stdout, stderr, output, exitCode] = await Promise.all([
      readSome(child.stdout, limits.maxStreamBytes),
      readSome(child.stderr, limits.maxStreamBytes),
      readSome(streamOf(child, OUTPUT), limits.maxOutputBytes + 1),
      ended,
    ]);
    signal.throwIfAborted();
    return { stdout: stdout.toString(), stderr: stderr.toString(), output, exitCode, isTimedOut };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

function endOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? undefined));
  });
}

function give(child: ChildProcess, descriptor: number, text: string | Buffer): void {
  // A pipe, as `spawn` was asked for.
  const stream = child.stdio[descriptor] as Writable;
  // A sandbox that has ended reads nothing, which its end tells.
  stream.on('error', () => {});
  stream.end(text);
}

function streamOf(child: ChildProcess, descriptor: number): Readable {
  // A pipe, as `spawn` was asked for.
  return child.stdio[descriptor] as Readable;
}

/** The first bytes of a stream; the rest is read and let go, so that its writer does not stop. */
async function readSome(stream: Readable | null, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream ?? []) {
    const read = (chunk as Buffer).subarray(0, maxBytes - bytes);
    if (read.byteLength > 0) chunks.push(read);
    bytes += read.byteLength;
  }
  return Buffer.concat(chunks);
}
