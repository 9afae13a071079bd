import type { EmbedPythonFilteredRunInput, PythonAnalysisFilteredRun } from '@oriel/contract';
import { pythonRows, type PythonLeft } from '@oriel/dashboard/python-rows';
import {
  QueryRefused,
  type BatchAnswer,
  type BatchQuery,
  type CacheMode,
  type QueryResult,
  type RunBatch,
} from './load-batch.ts';

/** Answers a query with what the Python of its report makes of its rows. */
export type RunPython = (
  asked: BatchQuery & Required<Pick<BatchQuery, 'python'>>,
  signal: AbortSignal,
  cache?: CacheMode,
) => Promise<BatchAnswer>;

/** The status of a query with rows that are there, and a script that has failed. */
const FAILED = 422;

interface PythonRunOptions {
  /** Of the published dashboard with the reports. */
  publicId: string;
  /** Asks with the right of the viewer. */
  fetch: typeof fetch;
}

/**
 * Has the server run the Python of the reports of a dashboard.
 *
 * @throws {@link QueryRefused} where nothing of the dashboard may be asked; what `fetch` throws when the connection
 * breaks
 */
export function createRunPython({ publicId, fetch }: PythonRunOptions): RunPython {
  return async ({ id, query, python }, signal, cache) => {
    const body: EmbedPythonFilteredRunInput = { ...python, sqlQuery: JSON.stringify(query), cache };
    const response = await fetch(`/api/v1/embed/dashboard/${encodeURIComponent(publicId)}/python-run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    if (response.ok) return { id, ...readPythonRun((await response.json()) as PythonAnalysisFilteredRun) };
    const { code, message = '' } = (await response.json().catch(() => ({}))) as {
      code?: string;
      message?: string;
    };
    const { status } = response;
    const isRefused = code === 'forbidden' || code === 'python_unavailable';
    if (isRefused) return { id, status, error: message, python: 'refused' as const };
    // The others of the dashboard are answered no more than this one.
    if ([401, 502, 503, 504].includes(status)) throw new QueryRefused(message, code, status);
    return { id, status, error: message };
  };
}

/** The rows that a script has left, or why it has left none. */
export function readPythonRun({
  executionError,
  ...left
}: PythonLeft & { executionError?: string | null | undefined }):
  | { result: QueryResult }
  | { status: number; error: string; python: 'failed' } {
  return executionError == null
    ? { result: pythonRows(left) }
    : { status: FAILED, error: executionError, python: 'failed' };
}

/**
 * Runs queries together, as without Python: those with Python are asked each by itself beside the others, and come when
 * their script is through.
 */
export function withPython(runBatch: RunBatch, runPython: RunPython): RunBatch {
  return async (queries, onAnswer, signal, cache) => {
    const scripts = queries.filter(isOfPython);
    if (scripts.length === 0) return runBatch(queries, onAnswer, signal, cache);
    const others = queries.filter((query) => !isOfPython(query));
    const ended = new AbortController();
    const either = AbortSignal.any([signal, ended.signal]);
    const runs = scripts.map(async (query) => onAnswer(await runPython(query, either, cache)));
    try {
      await Promise.all([...(others.length > 0 ? [runBatch(others, onAnswer, either, cache)] : []), ...runs]);
    } finally {
      // Where one breaks off, nobody waits for the rest.
      ended.abort();
    }
  };
}

const isOfPython = (query: BatchQuery): query is Parameters<RunPython>[0] => query.python !== undefined;
