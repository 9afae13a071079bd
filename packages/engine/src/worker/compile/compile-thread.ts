import { Worker } from 'node:worker_threads';
import {
  READY,
  type CompileResults,
  type CompileTask,
  type FromCompiler,
  type ToCompiler,
} from './compile-messages.ts';
import { limitThread } from './limit-thread.ts';
import { unpackRefusal } from './refusal.ts';

/** A thread that compiles, as its runtime sees it. It has one task at a time, and ends with one that takes too much. */
export interface CompileThread {
  /** The versions of the model that it knows. */
  readonly begun: Set<number>;
  /** False after a task that it has ended with. */
  readonly isAlive: boolean;
  /**
   * Runs a task that may take so much processor time.
   *
   * @throws QueryError, EngineError; {@link CompileLimitError} when the task took too much, and a plain error for a bug
   */
  run<Task extends CompileTask>(task: Task, limitMs: number): Promise<CompileResults[Task['kind']]>;
  forget(version: number): void;
  close(): Promise<void>;
}

/** A task has taken more time or memory than it may have, and its thread has ended. */
export class CompileLimitError extends Error {
  readonly reason: 'time' | 'memory';

  constructor(reason: 'time' | 'memory') {
    super(`Compiling took too much ${reason}`);
    this.reason = reason;
  }
}

/** Starts a thread with a bound on its JavaScript heap in MiB. */
export function startCompileThread(memoryMb: number): CompileThread {
  const worker = new Worker(new URL('./compile-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let nextId = 1;
  let isAlive = true;
  let running:
    | { readonly id: number; settle(message: FromCompiler): void; fail(error: Error): void }
    | undefined;
  const end = (error: Error) => {
    isAlive = false;
    const ended = running;
    running = undefined;
    ended?.fail(error);
    return worker.terminate();
  };
  const ready = Promise.withResolvers<void>();
  worker.on('message', (message: FromCompiler | typeof READY) => {
    if (message === READY) return ready.resolve();
    if (running?.id !== message.id) return;
    const { settle } = running;
    running = undefined;
    settle(message);
  });
  worker.on('error', (error) => {
    const isMemory = 'code' in (error as Error) && (error as NodeJS.ErrnoException).code === OUT_OF_MEMORY;
    void end(isMemory ? new CompileLimitError('memory') : (error as Error));
  });
  worker.on('exit', () => void end(new Error('The compile thread has ended')));
  const post = (message: ToCompiler) => worker.postMessage(message);

  return {
    begun: new Set(),
    get isAlive() {
      return isAlive;
    },
    run<Task extends CompileTask>(task: Task, limitMs: number) {
      type Result = CompileResults[Task['kind']];
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      if (running || !isAlive) throw new Error('A compile thread has one task at a time');
      const id = nextId;
      nextId += 1;
      let stopWatch = () => {};
      // The start of the thread is no part of its first task.
      void ready.promise.then(() => {
        if (running?.id !== id) return;
        stopWatch = limitThread(worker, limitMs, () => void end(new CompileLimitError('time')));
      });
      running = {
        id,
        settle(message) {
          stopWatch();
          // A task has the result of its kind, which the message does not say again.
          if ('result' in message) resolve(message.result as Result);
          else reject('refusal' in message ? unpackRefusal(message.refusal) : new Error(message.failure));
        },
        fail(error) {
          stopWatch();
          reject(error);
        },
      };
      post({ id, task });
      return promise;
    },
    forget: (version) => post({ forget: version }),
    close: async () => void (await end(new Error('The runtime closes'))),
  };
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
