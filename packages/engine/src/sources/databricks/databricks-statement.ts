import type { HttpAnswer } from '../connection/http-sender.ts';
import type { DatabricksSourceConfig } from '../connection/source-config.ts';
import type { Statement } from '../connection/source.ts';
import type { ApiClient } from '../statement-api/api-client.ts';
import type { ReadValue, RowPage, StatementState } from '../statement-api/statement-api.ts';
import { toRequestError, toStatementError } from './databricks-errors.ts';
import { chunkIn, resultIn, type Chunk, type StatementResult } from './databricks-results.ts';
import { parameterOf } from './databricks-values.ts';

const STATEMENTS = '/api/2.0/sql/statements';
const TOO_LARGE_INLINE = /EXTERNAL_LINKS/;

/** A statement that is sent, and what becomes of it. */
interface Run {
  readonly statement: Statement;
  /** Rows with the answer, up to 25 MiB, or in the storage of the cloud, up to 100 GiB; default the first. */
  readonly disposition?: 'INLINE' | 'EXTERNAL_LINKS';
  /** The next step where it has succeeded. */
  succeed(result: StatementResult): StatementState | Promise<StatementState>;
}

/** Statements that are sent one after the other; the last of them is the one that is stopped. */
interface StatementRuns {
  begin(run: Run): Promise<StatementState>;
  /** The state of one that has succeeded, with its rows. */
  readResult(result: StatementResult): StatementState;
}

/** What statements are sent with. */
interface StatementRunsOptions {
  readonly config: DatabricksSourceConfig;
  readonly send: ApiClient['send'];
  readonly timeoutMs: number;
  /** The rows of a part, wherever they are. */
  rowsIn(chunk: Chunk, signal: AbortSignal): Promise<RowPage['rows']>;
}

/** Makes what runs the statements of one read. */
export function createStatementRuns({
  config,
  send,
  timeoutMs,
  rowsIn,
}: StatementRunsOptions): StatementRuns {
  let path = '';
  const cancel = async () => void (await send({ method: 'POST', path: `${path}/cancel` }));

  const begin = async (run: Run): Promise<StatementState> =>
    follow(await send({ method: 'POST', path: STATEMENTS, body: bodyOf(config, run) }), run);

  const follow = async (answer: HttpAnswer, run: Run): Promise<StatementState> => {
    if (answer.status !== 200) throw toRequestError(answer);
    const result = resultIn(answer);
    path = `${STATEMENTS}/${encodeURIComponent(result.id)}`;
    const { state, failure } = result;
    if (state === 'SUCCEEDED') return run.succeed(result);
    if (state === 'PENDING' || state === 'RUNNING')
      return { cancel, poll: async (signal) => follow(await send({ method: 'GET', path, signal }), run) };
    if (run.disposition === undefined && TOO_LARGE_INLINE.test(failure.message ?? ''))
      return begin({ ...run, disposition: 'EXTERNAL_LINKS' });
    const told = state === 'FAILED' ? failure : { message: `The statement was ${state.toLowerCase()}` };
    throw toStatementError(told, { ...run.statement, timeoutMs });
  };

  const pageOf = (rows: RowPage['rows'], { nextIndex }: Chunk, readers: readonly ReadValue[]): RowPage => ({
    readers,
    rows,
    more: nextIndex === undefined ? undefined : (signal) => pageAt(nextIndex, readers, signal),
  });

  /** Links are asked for when they are read, for they are good for some minutes alone. */
  const pageAt = async (index: number, readers: readonly ReadValue[], signal: AbortSignal) => {
    const answer = await send({ method: 'GET', path: `${path}/result/chunks/${index}`, signal });
    if (answer.status !== 200) throw toRequestError(answer);
    const chunk = chunkIn(answer);
    return pageOf(await rowsIn(chunk, signal), chunk, readers);
  };

  const readResult = ({ chunk, readers }: StatementResult): StatementState => {
    if (!chunk.link) return { cancel, page: pageOf(chunk.rows, chunk, readers) };
    const poll = async (signal: AbortSignal) => ({
      cancel,
      page: pageOf(await rowsIn(chunk, signal), chunk, readers),
    });
    return { cancel, poll };
  };

  return { begin, readResult };
}

/** At once, so that the statement is known while it runs. */
function bodyOf(
  { warehouseId, catalog, schema }: DatabricksSourceConfig,
  { statement: { sql, params }, disposition = 'INLINE' }: Run,
): object {
  return {
    statement: sql,
    warehouse_id: warehouseId,
    wait_timeout: '0s',
    disposition,
    format: 'JSON_ARRAY',
    ...(params.length > 0 && { parameters: params.map(parameterOf) }),
    ...(catalog !== undefined && { catalog }),
    ...(schema !== undefined && { schema }),
  };
}
