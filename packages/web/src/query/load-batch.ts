import type { EmbedPythonFilteredRunInput } from '@oriel/contract';
import { MAX_BATCH_QUERIES } from '@oriel/contract/limits';
import { toResult, type QueryResult, type WireResult } from '@oriel/dashboard/query-result';
import { watchedFetch } from './server-watch.ts';

export type { Cell, ColumnAnnotation, QueryResult } from '@oriel/dashboard/query-result';

/** A query of a batch, under the id that its answer comes back with. */
export interface BatchQuery {
  id: string;
  query: object;
  /** The published report with the Python that makes the rows of this query; absent of a report without. */
  python?: Pick<EmbedPythonFilteredRunInput, 'reportId' | 'reportVersionId' | 'memberSwitchers'>;
}

/**
 * The rows of a query, or why there are none, with the HTTP status that the query alone would have been answered with;
 * `error` is empty where the server gave no reason. With `python` it is the script that failed, or that is not run
 * here.
 */
export type BatchAnswer =
  | { id: string; result: QueryResult }
  | { id: string; error: string; status: number; python?: 'failed' | 'refused' };

/** How old the rows may be; by default the server may answer with kept ones. */
export type CacheMode = 'must-revalidate';

/** Runs the queries of a dashboard; answers arrive in the order in which they get ready. */
export type RunBatch = (
  queries: readonly BatchQuery[],
  onAnswer: (answer: BatchAnswer) => void,
  signal: AbortSignal,
  cache?: CacheMode,
) => Promise<void>;

/** A refusal of the query API. Its message is the server's, empty where an answer had none, as those of proxies. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused';
  /** A code of the error catalogue, where the answer had one; `unauthenticated` when nobody is signed in. */
  readonly code: string | undefined;
  /** HTTP status. */
  readonly status: number;

  constructor(message: string, code?: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export interface BatchOptions {
  /** The deployment's address; its query API lies below it. */
  deploymentUrl: string;
  /** Asks with the right of the caller; default: with the browser's own, which is the sign-in. */
  fetch?: typeof fetch;
  /**
   * The public id of the dashboard that shows the rows: whom it is not shared with any more is refused. Default: of
   * none.
   */
  shownOn?(): string | undefined;
}

/**
 * Sends queries together, as many as the server takes at once, and reads their answers line by line as they come. A
 * batch with a query that does not fit is refused as a whole: it is halved until that query stands alone, and the
 * others have their rows.
 *
 * @throws {@link QueryRefused} when the caller is refused; what `fetch` throws when the connection breaks, or hangs
 * ({@link watchedFetch})
 */
export function createRunBatch({
  deploymentUrl,
  fetch = globalThis.fetch,
  shownOn = () => undefined,
}: BatchOptions): RunBatch {
  const request = watchedFetch(fetch);
  const sendAll: RunBatch = async (queries, onAnswer, signal, cache) => {
    const response = await request(`${deploymentUrl}/cubejs-api/v1/load-batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries, cache, dashboard: shownOn() }),
      signal,
    });
    if (!response.ok || !response.body) throw await refusalIn(response);
    for await (const lines of linesOf(response.body)) {
      // What comes together is told together, so that it is drawn at once.
      for (const line of lines) onAnswer(readAnswer(line));
    }
  };
  const send: RunBatch = async (queries, onAnswer, ...rest) => {
    try {
      await sendAll(queries, onAnswer, ...rest);
    } catch (error) {
      if (!(error instanceof QueryRefused) || error.code !== 'validation_failed') throw error;
      const [first] = queries;
      if (first && queries.length === 1)
        return onAnswer({ id: first.id, status: error.status, error: error.message });
      const half = Math.ceil(queries.length / 2);
      await send(queries.slice(0, half), onAnswer, ...rest);
      await send(queries.slice(half), onAnswer, ...rest);
    }
  };
  return async (queries, ...rest) => {
    const starts = Array.from({ length: Math.ceil(queries.length / MAX_BATCH_QUERIES) }, (_, index) => index);
    const batches = starts.map((start) =>
      queries.slice(start * MAX_BATCH_QUERIES, (start + 1) * MAX_BATCH_QUERIES),
    );
    await Promise.all(batches.map((batch) => send(batch, ...rest)));
  };
}

async function refusalIn(response: Response): Promise<QueryRefused> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: string;
    message?: string;
    code?: string;
  };
  return new QueryRefused(body.error ?? body.message ?? '', body.code, response.status);
}

/** The lines that are whole with each part of a body. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  if (rest !== '') yield [rest];
}

interface WireAnswer {
  id: string;
  status: number;
  answer: { error?: string; results?: WireResult[] };
}

function readAnswer(line: string): BatchAnswer {
  const { id, status, answer } = JSON.parse(line) as WireAnswer;
  const [result] = answer.results ?? [];
  if (status !== 200 || !result) return { id, status, error: answer.error ?? '' };
  return { id, result: toResult(result) };
}
