/**
 * Work that several callers wait for at once. The first caller of a key starts it; it is aborted only when the last one
 * has gone, or when nobody has asked again for a while.
 */
export interface SharedExecutions<T> {
  /** Joins the execution of a key, or starts it. */
  join(key: string, start: (signal: AbortSignal) => Work<T>): Joined<T>;
  /** Ends everything that is under way, whoever waits for it, and settles when it has ended. */
  abortAll(): Promise<void>;
}

/** A result, and the work for it, which may go on behind a result that is still growing. */
export interface Work<T> {
  readonly result: Promise<T>;
  /** Never rejects. */
  readonly ended: Promise<void>;
}

export interface Joined<T> {
  readonly result: Promise<T>;
  /** Whether somebody else had started it. */
  readonly isShared: boolean;
  /** Makes the execution the caller's alone: nobody else joins it, or is waited for. False where somebody else has it. */
  claim(): boolean;
  /** Stops waiting. With a delay the work goes on for so long, in case somebody asks again. */
  leave(orphanMs?: number): void;
}

interface Execution<T> extends Work<T> {
  readonly controller: AbortController;
  isClaimed: boolean;
  waiters: number;
  /** Places kept for those who were told to ask again; they count as waiters. */
  readonly kept: NodeJS.Timeout[];
}

export function createSharedExecutions<T>(): SharedExecutions<T> {
  const executions = new Map<string, Execution<T>>();
  /** Also those that were dropped and have yet to end. */
  const alive = new Set<Execution<T>>();

  const forget = (key: string, execution: Execution<T>) => {
    if (executions.get(key) === execution) executions.delete(key);
  };

  const begin = (key: string, start: (signal: AbortSignal) => Work<T>): Execution<T> => {
    const controller = new AbortController();
    const { result, ended } = start(controller.signal);
    const execution: Execution<T> = { result, ended, controller, isClaimed: false, waiters: 0, kept: [] };
    void ended.then(() => {
      alive.delete(execution);
      forget(key, execution);
    });
    // Whoever waits hears of a failure; where nobody waits any more, nobody needs to.
    result.catch(() => {});
    executions.set(key, execution);
    alive.add(execution);
    return execution;
  };

  const drop = (key: string, execution: Execution<T>) => {
    execution.waiters -= 1;
    if (execution.waiters > 0 || execution.isClaimed) return;
    forget(key, execution);
    execution.controller.abort();
  };

  return {
    join(key, start) {
      const existing = executions.get(key);
      const execution = existing ?? begin(key, start);
      // Who asks again takes the place that was kept: when that one goes, nobody is waited for any longer.
      const place = execution.kept.shift();
      if (place) clearTimeout(place);
      else execution.waiters += 1;
      let hasLeft = false;
      let hasClaimed = false;
      return {
        result: execution.result,
        isShared: existing !== undefined,
        claim() {
          if (execution.isClaimed) return false;
          execution.isClaimed = true;
          hasClaimed = true;
          forget(key, execution);
          return true;
        },
        leave(orphanMs) {
          if (hasLeft) return;
          hasLeft = true;
          if (hasClaimed) return execution.controller.abort();
          if (orphanMs === undefined) return drop(key, execution);
          const place = setTimeout(() => {
            execution.kept.splice(execution.kept.indexOf(place), 1);
            drop(key, execution);
          }, orphanMs).unref();
          execution.kept.push(place);
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
