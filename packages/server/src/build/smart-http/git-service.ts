import { spawn, type ChildProcess } from 'node:child_process';
import { Transform, type Duplex, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { refuse } from '@oriel/contract';
import { gitEnvironment, gitSettings, killGroup } from '../git.ts';
import { HOOK_DESCRIPTOR } from './hook-program.ts';

/** The two things that a git client asks of a repository: to send it objects, and to take some. */
export type GitService = 'upload-pack' | 'receive-pack';

/** Bytes that a client may send: a push has a pack, everything else says what the client has. */
export const MAX_REQUEST_BYTES: Record<GitService, number> = {
  'upload-pack': 4 * 1024 * 1024,
  'receive-pack': 100 * 1024 * 1024,
};

/** How one request of a git client is served. */
interface GitServiceOptions {
  readonly service: GitService;
  readonly directory: string;
  /** What the client sends; absent where it asks for the refs. */
  readonly input?: Readable;
  readonly isGzipped?: boolean;
  /** The version of the protocol that the client asks for, as `version=2`. */
  readonly protocol?: string | undefined;
  /** Where the hooks of a push lie; absent: none is run. */
  readonly hookDirectory?: string;
  /** Ends what runs. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** A service that runs. */
export interface RunningService {
  readonly output: Readable;
  /** The connection with the hooks of a push. */
  readonly hooks: Duplex;
  /**
   * Rejects where the client sends what cannot be taken; settles when everything was read or nothing is read any more.
   */
  readonly received: Promise<void>;
  /** What git has complained about, once it has ended. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly problems: string }>;
}

const TIMEOUT_MS = 5 * 60_000;
/** For git to end by itself. */
const END_GRACE_MS = 2_000;
const MAX_PROBLEM_CHARACTERS = 4_000;

/** Only branches are seen; a client neither reads nor writes drafts. */
const SETTINGS = {
  'transfer.hideRefs': ['refs', '!refs/heads'],
  'transfer.fsckObjects': ['true'],
  'receive.maxInputSize': [String(MAX_REQUEST_BYTES['receive-pack'])],
  'receive.denyCurrentBranch': ['ignore'],
  'receive.denyDeleteCurrent': ['ignore'],
  'receive.autogc': ['false'],
  'receive.keepAlive': ['5'],
  'uploadpack.keepAlive': ['5'],
  'pack.windowMemory': ['32m'],
  'core.deltaBaseCacheLimit': ['32m'],
};
/** No file of a model and no list of the objects of a push is larger; packs are not read into memory. */
const ALLOCATION_LIMIT = '64m';

/**
 * Starts git for one request. It ends by itself, with the signal, or after the timeout, with all processes that it has
 * started.
 */
export function startGitService({
  service,
  directory,
  input,
  isGzipped = false,
  protocol,
  hookDirectory = '/dev/null',
  signal,
  timeoutMs = TIMEOUT_MS,
}: GitServiceOptions): RunningService {
  const settings = Object.entries({ ...SETTINGS, 'core.hooksPath': [hookDirectory] }).flatMap(
    ([name, values]) => values.flatMap((value) => ['-c', `${name}=${value}`]),
  );
  const mode = ['--stateless-rpc', ...(input ? [] : ['--http-backend-info-refs'])];
  const child = spawn('git', [...gitSettings, ...settings, service, ...mode, directory], {
    env: {
      ...gitEnvironment,
      GIT_ALLOC_LIMIT: ALLOCATION_LIMIT,
      ...(protocol !== undefined && { GIT_PROTOCOL: protocol }),
    },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that it ends as a whole.
    detached: true,
  });
  const stop = () => end(child);
  const timer = setTimeout(stop, timeoutMs);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  let problems = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (problems.length < MAX_PROBLEM_CHARACTERS) problems += chunk.toString();
  });
  const ended = new Promise<{ exitCode: number | null; problems: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, problems }));
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
  const received = receive(input, { isGzipped, maxBytes: MAX_REQUEST_BYTES[service] }, child).catch(
    (error: unknown) => {
      stop();
      throw error;
    },
  );
  // The types know of three streams; the fourth was asked for above.
  const hooks = child.stdio[HOOK_DESCRIPTOR] as Duplex;
  return { output: child.stdout, hooks, received, ended };
}

async function receive(
  input: Readable | undefined,
  { isGzipped, maxBytes }: { isGzipped: boolean; maxBytes: number },
  { stdin }: ChildProcess,
): Promise<void> {
  if (!stdin) throw new Error('git was started without an input');
  if (!input) return void stdin.end();
  const parts = [...(isGzipped ? [createGunzip()] : []), limitBytes(maxBytes)];
  try {
    await pipeline([input, ...parts, stdin]);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Git has ended, and its answer tells why.
    if (code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    if (code.startsWith('Z_') || code.startsWith('ERR_BUFFER') || code === 'ERR_ZLIB')
      throw refuse('malformed_request', { reason: 'the body is no gzip' }, { cause: error });
    throw error;
  }
}

/** Counts what was unpacked, so that a small body cannot become a large one. */
function limitBytes(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) done(refuse('payload_too_large', { maxBytes }));
      else done(null, chunk);
    },
  });
}

/** The end of its input has git remove what it has begun to write, which it does not when it is killed. */
function end(child: ChildProcess): void {
  child.stdin?.destroy();
  setTimeout(() => killGroup(child), END_GRACE_MS).unref();
}
