import type { Caller } from '../../protocol/engine-types.ts';

/**
 * Request coalescing: concurrent callers of one key share one execution. The first caller starts it; it is aborted when
 * the last one has released it, or after its linger time.
 */
interface SingleFlight<T> {
  /** Joins the execution of a key, or starts one; it is told who takes part in it, whenever it asks. */
  join(key: string, start: Start<T>, caller?: Caller): Flight<T>;
  /** Aborts every execution and settles when all have ended. */
  abortAll(): Promise<void>;
}

/** Starts an execution. `callers` are those who take part in it at the moment when they are gone through. */
type Start<T> = (signal: AbortSignal, callers: Iterable<Caller>) => Work<T>;

/** An execution: its result, and its end, which comes later where the result is a stream. */
export interface Work<T> {
  readonly result: Promise<T>;
  /** Never rejects. */
  readonly ended: Promise<void>;
  /** How far it is. */
  progress(): Progress;
  /** Told when another caller takes part. */
  callersChanged?(): void;
}

/** How far an execution is. */
export interface Progress {
  /** Its position in the queue of its callers; 0 when it has begun. */
  readonly position: number;
  /** Milliseconds in the queue. */
  readonly queuedMs: number;
  /** Milliseconds since it has begun. */
  readonly executedMs: number;
}

/** One caller's share of an execution. */
export interface Flight<T> {
  readonly result: Promise<T>;
  progress(): Progress;
  /** Whether another caller started the execution. */
  readonly isShared: boolean;
  /** Takes the execution out of sharing: its release aborts it. False where another caller has done so. */
  makeExclusive(): boolean;
  /** Gives the share up. With a linger time the execution goes on for so long, so that the next poll finds it. */
  release(lingerMs?: number): void;
}

interface Execution<T> extends Work<T> {
  readonly controller: AbortController;
  isExclusive: boolean;
  waiters: number;
  /** Shares that linger for callers who poll; they count as waiters. */
  readonly lingering: { readonly timer: NodeJS.Timeout; readonly share: symbol }[];
  /** Who takes part, by share. */
  readonly callers: Map<symbol, Caller>;
}

/** One for all: an abort without a reason makes an error with its stack each time. */
const ABANDONED = new Error('Nobody waits for it');

/** Makes a group without executions. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const executions = new Map<string, Execution<T>>();
  /** Executions that have not ended, also those that were aborted. */
  const alive = new Set<Execution<T>>();

  const abort = (execution: Execution<T>) => {
    if (alive.has(execution)) execution.controller.abort(ABANDONED);
  };
  const forget = (key: string, execution: Execution<T>) => {
    if (executions.get(key) === execution) executions.delete(key);
  };

  const begin = (key: string, start: Start<T>, callers: Map<symbol, Caller>): Execution<T> => {
    const controller = new AbortController();
    const work = start(controller.signal, { [Symbol.iterator]: () => callers.values() });
    const { result, ended } = work;
    const execution: Execution<T> = {
      ...work,
      controller,
      isExclusive: false,
      waiters: 0,
      lingering: [],
      callers,
    };
    void ended.then(() => {
      alive.delete(execution);
      forget(key, execution);
    });
    // Callers hear of a failure by their own share; without callers it is no unhandled rejection.
    result.catch(() => {});
    executions.set(key, execution);
    alive.add(execution);
    return execution;
  };

  const drop = (key: string, execution: Execution<T>, share: symbol) => {
    execution.callers.delete(share);
    execution.waiters -= 1;
    if (execution.waiters > 0 || execution.isExclusive) return;
    forget(key, execution);
    abort(execution);
  };

  return {
    join(key, start, caller) {
      const share = Symbol('share');
      const mine = caller ? [[share, caller] as const] : [];
      const existing = executions.get(key);
      const execution = existing ?? begin(key, start, new Map(mine));
      // A poll takes a lingering share over, so that its release is the last one.
      const lingering = execution.lingering.shift();
      if (lingering) {
        clearTimeout(lingering.timer);
        execution.callers.delete(lingering.share);
      } else execution.waiters += 1;
      if (existing && caller) {
        execution.callers.set(share, caller);
        execution.callersChanged?.();
      }
      let isReleased = false;
      let isExclusiveHere = false;
      return {
        result: execution.result,
        progress: () => execution.progress(),
        isShared: existing !== undefined,
        makeExclusive() {
          if (execution.isExclusive) return false;
          execution.isExclusive = true;
          isExclusiveHere = true;
          forget(key, execution);
          return true;
        },
        release(lingerMs) {
          if (isReleased) return;
          isReleased = true;
          if (isExclusiveHere) return abort(execution);
          if (lingerMs === undefined) return drop(key, execution, share);
          const timer = setTimeout(() => {
            execution.lingering.splice(execution.lingering.indexOf(left), 1);
            drop(key, execution, share);
          }, lingerMs).unref();
          const left = { timer, share };
          execution.lingering.push(left);
        },
      };
    },
    async abortAll() {
      const all = [...alive];
      for (const execution of all) abort(execution);
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}
