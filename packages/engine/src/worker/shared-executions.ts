/**
 * Work that several callers wait for at once. The first caller of a key starts it; it is aborted only when the last one
 * has gone, or when nobody has asked again for a while.
 */
export interface SharedExecutions<T> {
  /** Joins the execution of a key, or starts it. */
  join(key: string, start: (signal: AbortSignal) => Promise<T>): Joined<T>;
  /** Ends everything that is under way, whoever waits for it, and settles when it has ended. */
  abortAll(): Promise<void>;
}

export interface Joined<T> {
  readonly result: Promise<T>;
  /** Whether somebody else had started it. */
  readonly isShared: boolean;
  /** Stops waiting. With a delay the work goes on for so long, in case somebody asks again. */
  leave(orphanMs?: number): void;
}

interface Execution<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiters: number;
  /** Places kept for those who were told to ask again; they count as waiters. */
  readonly kept: NodeJS.Timeout[];
}

export function createSharedExecutions<T>(): SharedExecutions<T> {
  const executions = new Map<string, Execution<T>>();
  /** Also those that were dropped and have yet to end. */
  const alive = new Set<Execution<T>>();

  const begin = (key: string, start: (signal: AbortSignal) => Promise<T>): Execution<T> => {
    const controller = new AbortController();
    const result = start(controller.signal).finally(() => {
      alive.delete(execution);
      if (executions.get(key) === execution) executions.delete(key);
    });
    const execution: Execution<T> = { result, controller, waiters: 0, kept: [] };
    // Whoever waits hears of a failure; where nobody waits any more, nobody needs to.
    result.catch(() => {});
    executions.set(key, execution);
    alive.add(execution);
    return execution;
  };

  const drop = (key: string, execution: Execution<T>) => {
    execution.waiters -= 1;
    if (execution.waiters > 0) return;
    if (executions.get(key) === execution) executions.delete(key);
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
      return {
        result: execution.result,
        isShared: existing !== undefined,
        leave(orphanMs) {
          if (hasLeft) return;
          hasLeft = true;
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
      await Promise.allSettled(all.map(({ result }) => result));
    },
  };
}
