import {
  limits,
  refuse,
  type PythonAnalysisFilteredRun,
  type EmbedPythonFilteredRunInput,
  type Dashboard,
} from '@oriel/contract';
import type { Engine, RuntimeTarget } from '@oriel/engine';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { EmbedPrincipal, UserPrincipal } from '../access/principal.ts';
import { queryCallerOf } from '../query/query-caller.ts';
import type { RenderingOptions } from '../rendering/dashboard-rendering.ts';
import { readPythonInput } from './python-input.ts';
import type { PythonRunner } from './python-runner.ts';
import type { PythonSandbox } from './sandbox.ts';

/** What analyses are run with. */
export interface PythonRunOptions extends RenderingOptions {
  readonly engine: Pick<Engine, 'load' | 'meta'>;
  readonly sandbox: PythonSandbox;
}

/** Who runs an analysis, and what gives it up. */
export interface PythonCall {
  readonly viewer: UserPrincipal | EmbedPrincipal;
  readonly target: RuntimeTarget;
  readonly signal: AbortSignal;
}

/** Answers that are kept; each has 2 MiB of rows at most. */
const MAX_KEPT = 32;

/** Runs the Python of published reports. */
export type PythonRunService = ReturnType<typeof createPythonRunService>;

/** Makes the service of Python runs. */
export function createPythonRunService(options: PythonRunOptions, runner: PythonRunner) {
  const kept = new LRUCache<string, PythonAnalysisFilteredRun>({
    max: MAX_KEPT,
    ttl: limits.PYTHON_CACHE_SECONDS * 1000,
  });

  return {
    /**
     * @throws `forbidden` where Python is off or not there, or the report is none of the dashboard; `validation_failed`,
     * `too_many_requests`
     */
    async run(
      call: PythonCall,
      dashboard: Dashboard,
      { reportId, reportVersionId, sqlQuery }: EmbedPythonFilteredRunInput,
    ): Promise<PythonAnalysisFilteredRun> {
      const snapshot = dashboard.reportSnapshots.find(
        (each) => each.id === reportVersionId && each.reportId === reportId,
      );
      if (!snapshot)
        throw refuse('forbidden', { reason: 'The dashboard has no such snapshot of the report' });
      await runner.checkAllowed(call.viewer);
      const input = readPythonInput(snapshot, sqlQuery);
      const securityContext = await options.readSecurityContext(call.viewer);
      const key = keyOf([call.target, reportVersionId, input, queryCallerOf(call.viewer), securityContext]);
      const known = kept.get(key);
      if (known) return known;
      const answer = await runner.run(call, input);
      if (answer.executionError == null) kept.set(key, answer);
      return answer;
    },
  };
}

function keyOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
