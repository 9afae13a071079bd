import type { OpenAnswer } from '../results/encode-answer.ts';
import { exportQueries, type ExportedQuery, type ExportOptions } from './export-query.ts';

/** Makes the exports of one service, which end with it. */
export function createRunningExports() {
  const running = new Map<Promise<unknown>, AbortController>();
  const start = <T>(
    given: AbortSignal,
    begin: (signal: AbortSignal) => { readonly answer: Promise<T>; readonly ended: Promise<unknown> },
  ): Promise<T> => {
    const controller = new AbortController();
    const { answer, ended } = begin(AbortSignal.any([given, controller.signal]));
    const settled = ended.catch(() => {});
    running.set(settled, controller);
    void settled.then(() => running.delete(settled));
    return answer;
  };
  return {
    begin: (queries: readonly ExportedQuery[], options: ExportOptions): Promise<OpenAnswer> =>
      start(options.signal, (signal) => exportQueries(queries, { ...options, signal })),
    /** Work that is at its end with its answer. */
    run<T>(given: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      return start(given, (signal) => {
        const answer = work(signal);
        return { answer, ended: answer };
      });
    },
    /** Stops all, and settles when none holds its database any more. */
    async abortAll(): Promise<void> {
      for (const controller of running.values()) controller.abort();
      await Promise.all(running.keys());
    },
  };
}
