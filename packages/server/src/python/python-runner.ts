import { isRefusal, limits, refuse, type PythonAnalysisFilteredRun } from '@oriel/contract';
import { reportNames } from '@oriel/dashboard/apply-fields';
import type { Query } from '@oriel/dashboard/control-settings';
import { csvLine } from '@oriel/dashboard/csv-text';
import { bindFirst } from '../db/bind-first.ts';
import { answerChunks } from '../query/answer-chunks.ts';
import { queryCallerOf } from '../query/query-caller.ts';
import type { PythonCall, PythonOptions } from './python-call.ts';
import type { PythonInput } from './python-input.ts';
import { readPythonOutput } from './python-output.ts';
import { createRunSlots } from './run-slots.ts';
import { DEFAULT_SANDBOX_LIMITS, type SandboxRun } from './sandbox.ts';

/** Runs scripts over the rows that a caller sees; one for all, for its slots bound what is run together. */
export type PythonRunner = ReturnType<typeof createPythonRunner>;

/** What the parts of the service work with. */
interface PythonRunnerNeeds extends PythonOptions {
  readonly slots: ReturnType<typeof createRunSlots>;
}

/** Makes what runs scripts. */
export function createPythonRunner(options: PythonOptions) {
  const slots = createRunSlots();
  return bindFirst({ ...options, slots }, { checkAllowed, findFault, run });
}

/**
 * @throws `forbidden` where the account has not switched Python on, `python_unavailable` where the server cannot run
 * it
 */
async function checkAllowed(
  { sandbox, appConfig }: Pick<PythonRunnerNeeds, 'sandbox' | 'appConfig'>,
  { tenantId }: Pick<PythonCall['viewer'], 'tenantId'>,
): Promise<void> {
  const { pythonReports } = await appConfig.get(tenantId);
  if (pythonReports !== true)
    throw refuse('forbidden', {
      reason: 'Python is off for this account; an administrator switches it on',
    });
  const reason = await sandbox.findFault();
  if (reason !== undefined) throw refuse('python_unavailable', { reason });
}

/** Why scripts are not run for an account here; undefined where they are. */
function findFault(
  needs: Pick<PythonRunnerNeeds, 'sandbox' | 'appConfig'>,
  viewer: Pick<PythonCall['viewer'], 'tenantId'>,
): Promise<string | undefined> {
  return checkAllowed(needs, viewer).then(
    () => undefined,
    (error: unknown) => {
      if (isRefusal(error, 'forbidden') || isRefusal(error, 'python_unavailable')) return error.message;
      throw error;
    },
  );
}

/** @throws `too_many_requests`; what the signal is aborted with */
async function run(
  needs: PythonRunnerNeeds,
  call: PythonCall,
  { code, query, memberSwitchers }: PythonInput,
  { isFresh = false } = {},
): Promise<PythonAnalysisFilteredRun> {
  const securityContext = await needs.readSecurityContext(call.viewer);
  return needs.slots.use(queryCallerOf(call.viewer), call.signal, async () => {
    const read = await readRows(needs, call, query, { securityContext, isFresh });
    if (typeof read === 'string') return failure(read);
    const { members, dataset } = read;
    const inputRowCount = dataset.length;
    const isInputCut = await hasMore(needs, call, { query, read }, securityContext);
    if (typeof isInputCut === 'string') return failure(isInputCut);
    const nameOf = reportNames(new Map(memberSwitchers.map(({ member, selected }) => [member, selected])));
    const ended = await needs.sandbox.run(
      code,
      [members.map(nameOf), ...dataset].map(csvLine).join(''),
      call.signal,
    );
    return answerOf(ended, { inputRowCount, isInputCut });
  });
}

/** The rows, or why there are none. */
async function readRows(
  { credentialsOf, engine }: Pick<PythonRunnerNeeds, 'credentialsOf' | 'engine'>,
  { viewer, target, signal }: PythonCall,
  query: Query,
  { securityContext, isFresh }: { securityContext: Record<string, unknown>; isFresh: boolean },
): Promise<ReadRows | string> {
  const request = {
    query: { ...query, responseFormat: 'compact' },
    maxRows: limits.PYTHON_MAX_ROWS,
    securityContext,
    caller: queryCallerOf(viewer),
    ...(isFresh && { cache: 'must-revalidate' as const }),
  };
  const findCredential = credentialsOf?.(viewer);
  const answer = await engine.load(target, request, { signal, findCredential });
  const chunks: Uint8Array[] = [];
  for await (const chunk of answerChunks(answer)) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as CompactAnswer;
  if (answer.status === 429)
    throw refuse('too_many_requests', { retryAfterSeconds: answer.retryAfterSeconds ?? 1 });
  return 'data' in body
    ? { ...body.data, limit: body.query.limit }
    : `The query failed: ${body.error ?? `with status ${answer.status}`}`;
}

/** Whether there are rows behind those that a script is given, or why that is not known. */
async function hasMore(
  needs: Pick<PythonRunnerNeeds, 'credentialsOf' | 'engine'>,
  call: PythonCall,
  { query, read }: { query: Query; read: ReadRows },
  securityContext: Record<string, unknown>,
): Promise<boolean | string> {
  const wanted = Number(query['limit'] ?? query['rowLimit'] ?? Infinity);
  const given = read.dataset.length;
  if (given < read.limit || wanted <= read.limit) return false;
  const behind = { ...query, limit: 1, offset: Number(query['offset'] ?? 0) + given };
  const next = await readRows(needs, call, behind, { securityContext, isFresh: false });
  return typeof next === 'string' ? next : next.dataset.length > 0;
}

interface CompactRows {
  readonly members: readonly string[];
  readonly dataset: readonly (readonly unknown[])[];
}

/** Rows, and how many there could have been at most. */
type ReadRows = CompactRows & { readonly limit: number };

/** An answer of the query API. */
type CompactAnswer =
  | { readonly data: CompactRows; readonly query: { readonly limit: number } }
  | { readonly error?: string };

const failure = (executionError: string): PythonAnalysisFilteredRun => ({
  at: new Date().toISOString(),
  stdout: '',
  stderr: '',
  inputRowCount: 0,
  isInputCut: false,
  outputData: null,
  executionError,
});

function answerOf(
  run: SandboxRun,
  input: Pick<PythonAnalysisFilteredRun, 'inputRowCount' | 'isInputCut'>,
): PythonAnalysisFilteredRun {
  const { stdout, stderr, output, exitCode, isTimedOut } = run;
  const shared = {
    at: new Date().toISOString(),
    stdout: withoutNull(stdout),
    stderr: withoutNull(stderr),
    ...input,
  };
  const failed = (executionError: string) => ({ ...shared, outputData: null, executionError });
  if (isTimedOut) return failed(`The script took longer than ${limits.PYTHON_TIMEOUT_SECONDS} s`);
  if (exitCode !== 0)
    return failed(stderr.trimEnd().split('\n').at(-1) || `The script ended with code ${exitCode ?? 'none'}`);
  const read = readPythonOutput(output, DEFAULT_SANDBOX_LIMITS.maxOutputBytes);
  if ('error' in read) return failed(read.error);
  const { rows: outputData, largeNumberColumns } = read;
  return { ...shared, outputData, largeNumberColumns: [...largeNumberColumns], executionError: null };
}

const withoutNull = (text: string) => text.replaceAll('\0', '');
