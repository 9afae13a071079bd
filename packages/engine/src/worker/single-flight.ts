/**
 * Request coalescing: concurrent callers of one key share one execution. The first caller starts it; it is aborted when
 * the last one has released it, or after its linger time.
 */
export interface SingleFlight<T> {
  /** Joins the execution of a key, or starts one. */
  join(key: string, start: (signal: AbortSignal) => Work<T>): Flight<T>;
  /** Aborts every execution and settles when all have ended. */
  abortAll(): Promise<void>;
}

/** An execution: its result, and its end, which comes later where the result is a stream. */
export interface Work<T> {
  readonly result: Promise<T>;
  /** Never rejects. */
  readonly ended: Promise<void>;
}

/** One caller's share of an execution. */
export interface Flight<T> {
  readonly result: Promise<T>;
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
  readonly lingering: NodeJS.Timeout[];
}

/** Makes a group without executions. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const executions = new Map<string, Execution<T>>();
  /** Executions that have not ended, also those that were aborted. */
  const alive = new Set<Execution<T>>();

  const forget = (key: string, execution: Execution<T>) => {
    if (executions.get(key) === execution) executions.delete(key);
  };

  const begin = (key: string, start: (signal: AbortSignal) => Work<T>): Execution<T> => {
    const controller = new AbortController();
    const { result, ended } = start(controller.signal);
    const execution: Execution<T> = {
      result,
      ended,
      controller,
      isExclusive: false,
      waiters: 0,
      lingering: [],
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

  const drop = (key: string, execution: Execution<T>) => {
    execution.waiters -= 1;
    if (execution.waiters > 0 || execution.isExclusive) return;
    forget(key, execution);
    execution.controller.abort();
  };

  return {
    join(key, start) {
      const existing = executions.get(key);
      const execution = existing ?? begin(key, start);
      // A poll takes a lingering share over, so that its release is the last one.
      const lingering = execution.lingering.shift();
      if (lingering) clearTimeout(lingering);
      else execution.waiters += 1;
      let isReleased = false;
      let isExclusiveHere = false;
      return {
        result: execution.result,
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
          if (isExclusiveHere) return execution.controller.abort();
          if (lingerMs === undefined) return drop(key, execution);
          const timer = setTimeout(() => {
            execution.lingering.splice(execution.lingering.indexOf(timer), 1);
            drop(key, execution);
          }, lingerMs).unref();
          execution.lingering.push(timer);
        },
      };
    },
    async abortAll() {
      const all = [...alive];
      for (const { controller } of all) controller.abort();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}
