import { randomUUID } from 'node:crypto';
import { createHttpSender, type HttpAnswer } from '../connection/http-sender.ts';
import type { BigQuerySourceConfig } from '../connection/source-config.ts';
import type { Statement } from '../connection/source.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { createApiClient, isObject, objectOf } from '../statement-api/api-client.ts';
import { noAnswer } from '../statement-api/api-errors.ts';
import type { ReadValue, RowPage, StatementApi, StatementState } from '../statement-api/statement-api.ts';
import { credentialOf } from './bigquery-credential.ts';
import { PRODUCT, toSourceError } from './bigquery-errors.ts';
import { parameterOf, readerOf, valueIn, type BigQueryField } from './bigquery-values.ts';

/** So long does the first answer wait for rows, and no longer, for an abort waits for it. */
const FIRST_WAIT_MS = 1_000;
const POLL_WAIT_MS = 10_000;

/** The REST API of BigQuery. @see https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query */
export function openBigQueryApi(
  config: BigQuerySourceConfig,
  login: UserLogin | undefined,
  timeoutMs: number,
): StatementApi {
  const { port = config.ssl ? 443 : 80, project } = config;
  const http = createHttpSender({ ...config, port });
  const { send } = createApiClient(http, credentialOf(config, login));
  const base = `/bigquery/v2/projects/${encodeURIComponent(project)}`;

  const resultIn = (answer: HttpAnswer, statement: Statement): Result => {
    if (answer.status !== 200) throw toSourceError(answer, { ...statement, timeoutMs });
    const { jobReference, ...result } = objectOf(answer) ?? {};
    const jobId = isObject(jobReference) ? jobReference['jobId'] : undefined;
    if (!isObject(jobReference) || typeof jobId !== 'string') throw noAnswer(answer, PRODUCT);
    return { ...result, jobId, location: jobReference['location'] };
  };

  /** Jobs are found where they run. */
  const pathOf = ({ jobId, location }: Result, kind: string, query: Record<string, string>) => {
    const where: Record<string, string> = typeof location === 'string' ? { location } : {};
    const path = kind.replace('{jobId}', encodeURIComponent(jobId));
    return `${base}/${path}?${new URLSearchParams({ ...where, ...query }).toString()}`;
  };
  const resultsOf = (result: Result, query: Record<string, string>) =>
    pathOf(result, 'queries/{jobId}', { 'formatOptions.useInt64Timestamp': 'true', ...query });

  const stateOf = (answer: HttpAnswer, statement: Statement): StatementState => {
    const result = resultIn(answer, statement);
    const cancel = async () =>
      void (await send({ method: 'POST', path: pathOf(result, 'jobs/{jobId}/cancel', {}) }));
    if (result['jobComplete'] === true) return { cancel, page: pageOf(result, readersOf(result)) };
    const path = resultsOf(result, { timeoutMs: String(POLL_WAIT_MS) });
    const poll = async (signal: AbortSignal) =>
      stateOf(await send({ method: 'GET', path, signal }), statement);
    return { cancel, poll };
  };

  const pageOf = (result: Result, readers: readonly ReadValue[]): RowPage => {
    const rows = rowsOf(result);
    const { pageToken } = result;
    if (typeof pageToken !== 'string') return { readers, rows };
    const path = resultsOf(result, { pageToken });
    const more = async (signal: AbortSignal) => {
      const answer = await send({ method: 'GET', path, signal });
      return pageOf(resultIn(answer, { sql: '', params: [] }), readers);
    };
    return { readers, rows, more };
  };

  return {
    async submit(statement) {
      const body = bodyOf(config, statement, timeoutMs);
      return stateOf(await send({ method: 'POST', path: `${base}/queries`, body }), statement);
    },
    close: () => http.close(),
  };
}

/** An answer about a statement, and where it runs. */
interface Result extends Readonly<Record<string, unknown>> {
  readonly jobId: string;
}

function readersOf({ schema }: Result): readonly ReadValue[] {
  const fields = isObject(schema) ? schema['fields'] : undefined;
  // The API describes each column so; a result without any has no rows.
  return Array.isArray(fields) ? fields.map((field: BigQueryField) => readerOf(field)) : [];
}

function rowsOf({ rows }: Result): RowPage['rows'] {
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => (isObject(row) && Array.isArray(row['f']) ? row['f'].map(valueIn) : []));
}

function bodyOf(
  { location, dataset, project, maxBytesBilled }: BigQuerySourceConfig,
  { sql, params }: Statement,
  timeoutMs: number,
): object {
  const [datasetId, projectId = project] = (dataset ?? '').split('.').reverse();
  return {
    query: sql,
    useLegacySql: false,
    parameterMode: 'NAMED',
    queryParameters: params.map(parameterOf),
    timeoutMs: FIRST_WAIT_MS,
    jobTimeoutMs: String(timeoutMs),
    // A request that is sent again begins no second statement.
    requestId: randomUUID(),
    connectionProperties: [{ key: 'time_zone', value: 'UTC' }],
    formatOptions: { useInt64Timestamp: true },
    labels: { client: 'oriel' },
    ...(datasetId !== '' && { defaultDataset: { projectId, datasetId } }),
    ...(location !== undefined && { location }),
    ...(maxBytesBilled !== undefined && { maximumBytesBilled: String(maxBytesBilled) }),
  };
}
