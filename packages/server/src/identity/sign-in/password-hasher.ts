import { refuse } from '@oriel/contract';
import { Worker } from 'node:worker_threads';
import { PASSWORD_COST, type PasswordCheck, type PasswordCost } from './password-hash.ts';
import type { PasswordJob } from './password-worker.ts';

/** Checks and hashes passwords on threads of its own. */
export interface PasswordHasher {
  /** As `checkPassword`, when a thread is free. */
  check(password: string, stored: string | null): Promise<PasswordCheck>;
  /** As `hashPassword`, when a thread is free. */
  hash(password: string): Promise<string>;
  close(): Promise<void>;
}

interface Waiting {
  readonly job: PasswordJob;
  /** Threads that have ended over it. */
  lost: number;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

interface HasherOptions {
  readonly threads: number;
  /** Of hashes that are made now, default {@link PASSWORD_COST}. */
  readonly cost?: PasswordCost;
}

/** A thread without work ends after so long. */
const IDLE_MS = 60_000;
/** A check changes nothing, so it is made again when its thread ends; not for ever, as it may be what ends them. */
const MAX_LOST = 3;

const unavailable = (reason: string, cause?: Error) => refuse('unavailable', { reason }, { cause });

/**
 * Makes the threads that derive passwords: at most so many, begun when they are needed. Node's own asynchronous
 * derivation would take the threads of libuv's pool, which queries on DuckDB wait for as well.
 */
export function createPasswordHasher({ threads, cost = PASSWORD_COST }: HasherOptions): PasswordHasher {
  const waiting: Waiting[] = [];
  const idle = createIdleWorkers();
  const all = new Set<Worker>();
  let isClosed = false;

  const begin = (): Worker => {
    const worker = new Worker(new URL('./password-worker.ts', import.meta.url), { workerData: { cost } });
    all.add(worker);
    worker.once('exit', () => {
      idle.remove(worker);
      all.delete(worker);
      next();
    });
    return worker;
  };
  const next = (): void => {
    if (waiting.length === 0 || isClosed) return;
    const worker = idle.take() ?? (all.size < threads ? begin() : undefined);
    const one = worker && waiting.shift();
    if (!one) return;
    giveJob(worker, one.job, {
      onAnswer(answer) {
        idle.put(worker);
        next();
        one.resolve(answer);
      },
      onError(error) {
        one.lost += 1;
        if (isClosed || one.lost > MAX_LOST)
          return one.reject(unavailable('Passwords cannot be checked at the moment', error));
        waiting.unshift(one);
        next();
      },
    });
  };

  const run = (job: PasswordJob): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.push({ job, lost: 0, resolve, reject });
      next();
    });

  return {
    // What the thread answers follows from the job.
    check: (password, stored) => run({ password, stored }) as Promise<PasswordCheck>,
    hash: (password) => run({ password, stored: undefined }) as Promise<string>,
    async close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(unavailable('The server stops'));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Makes the keeper of threads without work, each of which ends after {@link IDLE_MS}. */
function createIdleWorkers() {
  const idle = new Map<Worker, NodeJS.Timeout>();
  const remove = (worker: Worker): void => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  };
  return {
    take(): Worker | undefined {
      const [worker] = idle.keys();
      if (worker) remove(worker);
      return worker;
    },
    put(worker: Worker): void {
      const end = () => {
        // Before it has ended: what is given to it meanwhile would be lost.
        idle.delete(worker);
        void worker.terminate();
      };
      idle.set(worker, setTimeout(end, IDLE_MS).unref());
      // It keeps no process alive while nobody waits for it.
      worker.unref();
    },
    remove,
  };
}

/** Told of what becomes of a job that a thread is given: one of the two, once. */
interface JobEnd {
  onAnswer(answer: unknown): void;
  /** The thread has failed or ended over it. */
  onError(error: Error): void;
}

function giveJob(worker: Worker, job: PasswordJob, { onAnswer, onError }: JobEnd): void {
  worker.ref();
  const settle = () => {
    worker.off('message', onMessage);
    worker.off('error', onFailure);
    worker.off('exit', onExit);
  };
  const onMessage = (answer: unknown) => {
    settle();
    onAnswer(answer);
  };
  const onFailure = (error: Error) => {
    settle();
    onError(error);
  };
  const onExit = () => onFailure(new Error('The thread that checks passwords has ended'));
  worker.on('message', onMessage).on('error', onFailure).on('exit', onExit);
  worker.postMessage(job);
}
