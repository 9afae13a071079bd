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
import { answerChunks } from '../query/answer-chunks.ts';
import { queryCallerOf } from '../query/query-caller.ts';
import type { RenderingOptions } from '../rendering/dashboard-rendering.ts';
import { createAppConfigService } from '../settings/app-config-service.ts';
import { toDataCsv } from './data-csv.ts';
import { readPythonInput } from './python-input.ts';
import { readPythonOutput } from './python-output.ts';
import { createRunSlots } from './run-slots.ts';
import { DEFAULT_SANDBOX_LIMITS, type PythonSandbox, type SandboxRun } from './sandbox.ts';

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
export function createPythonRunService(options: PythonRunOptions) {
  const { sandbox } = options;
  const appConfig = createAppConfigService(options.database.db);
  const slots = createRunSlots();
  const kept = new LRUCache<string, PythonAnalysisFilteredRun>({
    max: MAX_KEPT,
    ttl: limits.PYTHON_CACHE_SECONDS * 1000,
  });

  /** @throws `forbidden` */
  const checkAllowed = async ({ tenantId }: PythonCall['viewer']): Promise<void> => {
    const { pythonReports } = await appConfig.get(tenantId);
    if (pythonReports !== true)
      throw refuse('forbidden', {
        reason: 'Python is off for this account; an administrator switches it on',
      });
    const fault = await sandbox.findFault();
    if (fault !== undefined) throw refuse('forbidden', { reason: fault });
  };

  /** The rows, or why there are none. */
  const readRows = async (
    { viewer, target, signal }: PythonCall,
    query: object,
    securityContext: Record<string, unknown>,
  ): Promise<CompactRows | string> => {
    const request = {
      query: { ...query, limit: limits.PYTHON_MAX_ROWS, responseFormat: 'compact' },
      securityContext,
      caller: queryCallerOf(viewer),
    };
    const findCredential = options.credentialsOf?.(viewer);
    const answer = await options.engine.load(target, request, { signal, findCredential });
    const chunks: Uint8Array[] = [];
    for await (const chunk of answerChunks(answer)) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { data?: CompactRows; error?: string };
    if (answer.status === 429)
      throw refuse('too_many_requests', { retryAfterSeconds: answer.retryAfterSeconds ?? 1 });
    return body.data ?? `The query failed: ${body.error ?? `with status ${answer.status}`}`;
  };

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
      await checkAllowed(call.viewer);
      const { code, query } = readPythonInput(snapshot, sqlQuery);
      const securityContext = await options.readSecurityContext(call.viewer);
      const key = keyOf([
        call.target,
        reportVersionId,
        code,
        query,
        queryCallerOf(call.viewer),
        securityContext,
      ]);
      const known = kept.get(key);
      if (known) return known;
      return slots.use(call.signal, async () => {
        const read = await readRows(call, query, securityContext);
        if (typeof read === 'string') return failure(read);
        const { members, dataset } = read;
        const ended = await sandbox.run(code, toDataCsv(members, dataset), call.signal);
        const answer = answerOf(ended, dataset.length);
        if (answer.executionError == null) kept.set(key, answer);
        return answer;
      });
    },
  };
}

interface CompactRows {
  readonly members: readonly string[];
  readonly dataset: readonly (readonly unknown[])[];
}

function keyOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

const failure = (executionError: string): PythonAnalysisFilteredRun => ({
  at: new Date().toISOString(),
  stdout: '',
  stderr: '',
  inputRowCount: 0,
  outputData: null,
  executionError,
});

function answerOf(run: SandboxRun, inputRowCount: number): PythonAnalysisFilteredRun {
  const { stdout, stderr, output, exitCode, isTimedOut } = run;
  const shared = {
    at: new Date().toISOString(),
    stdout: withoutNull(stdout),
    stderr: withoutNull(stderr),
    inputRowCount,
  };
  const failed = (executionError: string) => ({ ...shared, outputData: null, executionError });
  if (isTimedOut) return failed(`The script took longer than ${limits.PYTHON_TIMEOUT_SECONDS} s`);
  if (exitCode !== 0)
    return failed(stderr.trimEnd().split('\n').at(-1) || `The script ended with code ${exitCode ?? 'none'}`);
  const read = readPythonOutput(output, DEFAULT_SANDBOX_LIMITS.maxOutputBytes);
  return 'error' in read ? failed(read.error) : { ...shared, outputData: read.rows, executionError: null };
}

const withoutNull = (text: string) => text.replaceAll('\0', '');
