import { limits, type PythonAnalysisFilteredRun, type ReportSnapshot } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { queryCallerOf } from '../query/query-caller.ts';
import type { PythonCall, PythonOptions } from './python-call.ts';
import { readPythonInput, type PythonAsked } from './python-input.ts';
import { createPythonRunner, type PythonRunner } from './python-runner.ts';

/**
 * What the Python of reports makes of the rows that one viewer sees: for dashboards, pages, files, pictures and mail
 * alike.
 */
export interface ReportOutputs {
  /** What runs it, without keeping anything. */
  readonly runner: PythonRunner;
  /**
   * Runs the Python of a report over its query with what the viewer asks. An answer is kept for a while for the same
   * caller with the same attributes, report, code and query, and those that ask at once wait for one run; a failure is
   * not kept.
   *
   * @param options with `isFresh` neither an answer nor rows that may have changed since are taken
   * @throws `forbidden` where Python is off, or the report has none; `python_unavailable`, `validation_failed`,
   * `too_many_requests`
   */
  run(
    call: PythonCall,
    snapshot: Omit<ReportSnapshot, 'id'>,
    asked: PythonAsked,
    options?: { readonly isFresh?: boolean },
  ): Promise<PythonAnalysisFilteredRun>;
}

/** Answers that are kept; each has 2 MiB of rows at most. */
const MAX_KEPT = 32;

/** Makes what answers with the output of reports; one for all of a server, for it bounds what is run together. */
export function createReportOutputs(options: PythonOptions): ReportOutputs {
  const runner = createPythonRunner(options);
  const kept = new LRUCache<string, PythonAnalysisFilteredRun>({
    max: MAX_KEPT,
    ttl: limits.PYTHON_CACHE_SECONDS * 1000,
  });
  const running = new Map<string, Promise<PythonAnalysisFilteredRun>>();

  return {
    runner,
    async run(call, snapshot, asked, { isFresh = false } = {}) {
      await runner.checkAllowed(call.viewer);
      const input = readPythonInput(snapshot, asked);
      const securityContext = await options.readSecurityContext(call.viewer);
      const key = keyOf([call.target, snapshot.reportId, input, queryCallerOf(call.viewer), securityContext]);
      const known = isFresh ? undefined : kept.get(key);
      if (known) return known;
      // Who gave up was another one.
      const shared = isFresh ? undefined : await running.get(key)?.catch(() => undefined);
      call.signal.throwIfAborted();
      if (shared) return shared;
      const started = runner.run(call, input, { isFresh });
      running.set(key, started);
      try {
        const answer = await started;
        if (answer.executionError == null) kept.set(key, answer);
        return answer;
      } finally {
        if (running.get(key) === started) running.delete(key);
      }
    },
  };
}

function keyOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
