import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What a git command needs from around it: nothing of the machine's own configuration, and a time zone of its own. */
export const gitEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  GIT_OPTIONAL_LOCKS: '0',
  // No object of a model is this large; what claims to be is a bomb.
  GIT_ALLOC_LIMIT: '256m',
  // Refs are files that we read ourselves, whatever a later git would make of a new repository.
  GIT_DEFAULT_REF_FORMAT: 'files',
};

/**
 * Settings that hold whatever the configuration of a repository says: it starts no program, and what it writes is on
 * disk.
 */
export const gitSettings: readonly string[] = Object.entries({
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.alternateRefsCommand': 'false',
  'core.quotePath': 'false',
  'core.bigFileThreshold': '16m',
  'core.filesRefLockTimeout': '2000',
  'core.packedRefsTimeout': '2000',
  'core.fsync': 'committed,loose-object',
  'core.fsyncMethod': 'batch',
  'protocol.allow': 'never',
  'gc.auto': '0',
  'pack.threads': '1',
  'safe.directory': '*',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

type GitEnd = Pick<GitError, 'exitCode' | 'output' | 'wroteTooMuch'>;

/** A git command that has failed. */
export class GitError extends Error {
  override readonly name = 'GitError';
  /** The exit code; null where the process was ended. */
  readonly exitCode: number | null;
  /** What git has written before it failed. */
  readonly output: Buffer;
  /** Whether it was ended because it wrote more than it may. */
  readonly wroteTooMuch: boolean;
  constructor(message: string, { exitCode, output, wroteTooMuch }: GitEnd) {
    super(message);
    this.exitCode = exitCode;
    this.output = output;
    this.wroteTooMuch = wroteTooMuch;
  }
}

/** How a git command is run. */
export interface GitOptions {
  /** What it reads from its standard input, default nothing. */
  readonly input?: string | Buffer | readonly Buffer[] | undefined;
  /** Variables beside {@link gitEnvironment}. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** It is ended after so long, default a minute. */
  readonly timeoutMs?: number | undefined;
  /** It is ended after so much output, default 128 MiB. */
  readonly maxOutputBytes?: number | undefined;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether it starts programs that talk to others: they end with it, in a process group of their own. Default false.
   */
  readonly isGroup?: boolean | undefined;
}

/** Why a command was ended before it was done; absent while it was not. */
interface Ending {
  limit?: string;
}

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 128 * 1024 * 1024;
const MAX_PROBLEM_BYTES = 16 * 1024;

/**
 * Runs one git command on a bare repository, without a shell, and answers with what it has written.
 *
 * @throws {@link GitError} with git's own words when it fails, takes too long or writes too much
 */
export async function git(
  repository: string,
  args: readonly string[],
  {
    input = '',
    environment = {},
    timeoutMs = TIMEOUT_MS,
    maxOutputBytes = MAX_OUTPUT_BYTES,
    signal,
    isGroup = false,
  }: GitOptions = {},
): Promise<Buffer> {
  // By its working directory, so that what writes while the repository is moved away goes with it.
  const child = spawn('git', ['--git-dir', '.', ...gitSettings, ...args], {
    cwd: repository,
    env: { ...gitEnvironment, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: isGroup,
  });
  const ending: Ending = {};
  const end = (reason: string) => {
    ending.limit ??= reason;
    if (isGroup) killGroup(child);
    else child.kill('SIGKILL');
  };
  const stop = () => end('it was stopped');
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => end(`it took more than ${timeoutMs} ms`), timeoutMs);
  const written = collectOutput(child, { maxOutputBytes, end });
  writeInput(child, input);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', (error) => reject(describeFault(error, repository)));
      child.once('close', resolve);
    });
    const { output, outputBytes, problems } = written;
    if (code === 0 && ending.limit === undefined) return Buffer.concat(output);
    const reason = ending.limit ?? problems.trim();
    throw new GitError(`git ${args[0]} failed (${code}): ${reason}`, {
      exitCode: code,
      output: Buffer.concat(output),
      wroteTooMuch: outputBytes > maxOutputBytes,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** What a command has written so far. */
interface Written {
  readonly output: Buffer[];
  outputBytes: number;
  /** The beginning of its standard error. */
  problems: string;
}

function collectOutput(
  child: ChildProcessWithoutNullStreams,
  { maxOutputBytes, end }: { readonly maxOutputBytes: number; end(reason: string): void },
): Written {
  const written: Written = { output: [], outputBytes: 0, problems: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    written.outputBytes += chunk.byteLength;
    if (written.outputBytes > maxOutputBytes) end(`it wrote more than ${maxOutputBytes} bytes`);
    else written.output.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (written.problems.length < MAX_PROBLEM_BYTES) written.problems += chunk.toString();
  });
  return written;
}

function writeInput(child: ChildProcessWithoutNullStreams, input: NonNullable<GitOptions['input']>): void {
  // A command that ends early does not read what is left; its exit code tells why.
  child.stdin.on('error', () => {});
  for (const part of typeof input === 'string' || Buffer.isBuffer(input) ? [input] : input)
    child.stdin.write(part);
  child.stdin.end();
}

/** Ends a process that was started detached, with all that it has started. */
export function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Node.js names the program where the folder is missing. */
function describeFault(error: NodeJS.ErrnoException, repository: string): Error {
  if (error.code !== 'ENOENT' || existsSync(repository)) return error;
  return new GitError(`There is no repository ${repository}`, {
    exitCode: null,
    output: Buffer.alloc(0),
    wroteTooMuch: false,
  });
}
