import type { OpenAnswer } from './encode-answer.ts';
import { exportQueries, type ExportedQuery, type ExportOptions, type RunningExport } from './export-query.ts';

/** Makes the exports of one service, which end with it. */
export function createRunningExports() {
  const running = new Map<RunningExport, AbortController>();
  return {
    begin(queries: readonly ExportedQuery[], options: ExportOptions): Promise<OpenAnswer> {
      const controller = new AbortController();
      const signal = AbortSignal.any([options.signal, controller.signal]);
      const started = exportQueries(queries, { ...options, signal });
      running.set(started, controller);
      void started.ended.then(() => running.delete(started));
      return started.answer;
    },
    /** Stops all, and settles when none holds its database any more. */
    async abortAll(): Promise<void> {
      for (const controller of running.values()) controller.abort();
      await Promise.all([...running.keys()].map(({ ended }) => ended));
    },
  };
}
