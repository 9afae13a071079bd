import { randomUUID } from 'node:crypto';
import { createHttpSender, type HttpAnswer } from '../connection/http-sender.ts';
import type { SnowflakeSourceConfig } from '../connection/source-config.ts';
import type { Statement } from '../connection/source.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { createApiClient, isObject, objectOf } from '../statement-api/api-client.ts';
import { noAnswer } from '../statement-api/api-errors.ts';
import type { ReadValue, RowPage, StatementApi, StatementState } from '../statement-api/statement-api.ts';
import { credentialOf } from './snowflake-credential.ts';
import { PRODUCT, toSourceError } from './snowflake-errors.ts';
import { bindingOf, readerOf, type SnowflakeColumn } from './snowflake-values.ts';

const STATEMENTS = '/api/v2/statements';
const SUCCESS = 200;
const RUNS = 202;
/** A partition has at most 48 MB, before it is written as JSON. */
const MAX_ANSWER_MB = 192;
const PARTITION_MB = 48;

/** The SQL API of Snowflake. @see https://docs.snowflake.com/en/developer-guide/sql-api/reference */
export function openSnowflakeApi(
  config: SnowflakeSourceConfig,
  login: UserLogin | undefined,
  timeoutMs: number,
): StatementApi {
  const { port = config.ssl ? 443 : 80 } = config;
  const http = createHttpSender({ ...config, port, maxAnswerMb: MAX_ANSWER_MB });
  const { send } = createApiClient(http, credentialOf(config, login));

  const stateOf = (answer: HttpAnswer, statement: Statement): StatementState => {
    const isKnown = answer.status === SUCCESS || answer.status === RUNS;
    if (!isKnown) throw toSourceError(answer, { ...statement, timeoutMs });
    const result = objectOf(answer) ?? {};
    const { statementHandle: handle } = result;
    if (typeof handle !== 'string') throw noAnswer(answer, PRODUCT);
    const path = `${STATEMENTS}/${encodeURIComponent(handle)}`;
    const cancel = async () => void (await send({ method: 'POST', path: `${path}/cancel` }));
    if (answer.status === SUCCESS) return { cancel, page: firstPage(answer, result, path) };
    const poll = async (signal: AbortSignal) =>
      stateOf(await send({ method: 'GET', path, signal }), statement);
    return { cancel, poll };
  };

  const firstPage = (answer: HttpAnswer, result: Fields, path: string): RowPage => {
    const { rowType, partitionInfo } = isObject(result['resultSetMetaData'])
      ? result['resultSetMetaData']
      : {};
    if (!Array.isArray(rowType)) throw noAnswer(answer, PRODUCT);
    // The API describes each column so.
    const readers = rowType.map((column: SnowflakeColumn) => readerOf(column));
    const count = Array.isArray(partitionInfo) ? partitionInfo.length : 1;
    return pageOf(rowsOf(answer, result), { readers, path, index: 0, count });
  };

  const pageOf = (rows: RowPage['rows'], at: Partition): RowPage => {
    const { readers, path, index, count } = at;
    if (index + 1 >= count) return { readers, rows };
    const more = async (signal: AbortSignal) => {
      const answer = await send({ method: 'GET', path: `${path}?partition=${index + 1}`, signal });
      if (answer.status !== SUCCESS) throw toSourceError(answer, { sql: '', timeoutMs });
      return pageOf(rowsOf(answer, objectOf(answer)), { ...at, index: index + 1 });
    };
    return { readers, rows, more };
  };

  return {
    async submit(statement) {
      // At once, so that its handle is known while it runs.
      const path = `${STATEMENTS}?async=true&requestId=${randomUUID()}`;
      const body = bodyOf(config, statement, timeoutMs);
      return stateOf(await send({ method: 'POST', path, body }), statement);
    },
    close: () => http.close(),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** A part of a result, which the server keeps for a day. */
interface Partition {
  readonly readers: readonly ReadValue[];
  readonly path: string;
  readonly index: number;
  readonly count: number;
}

/** @throws `source.unavailable` */
function rowsOf(answer: HttpAnswer, result: Fields | undefined): RowPage['rows'] {
  const data = result?.['data'];
  if (!Array.isArray(data)) throw noAnswer(answer, PRODUCT);
  return data;
}

function bodyOf(
  { database, schema, warehouse, role }: SnowflakeSourceConfig,
  { sql, params }: Statement,
  timeoutMs: number,
): object {
  return {
    statement: sql,
    timeout: Math.ceil(timeoutMs / 1_000),
    ...(database !== undefined && { database: nameOf(database) }),
    ...(schema !== undefined && { schema: nameOf(schema) }),
    ...(warehouse !== undefined && { warehouse: nameOf(warehouse) }),
    ...(role !== undefined && { role: nameOf(role) }),
    ...(params.length > 0 && {
      bindings: Object.fromEntries(params.map((value, index) => [String(index + 1), bindingOf(value)])),
    }),
    parameters: {
      TIMEZONE: 'UTC',
      MULTI_STATEMENT_COUNT: '1',
      CLIENT_RESULT_CHUNK_SIZE: PARTITION_MB,
      QUERY_TAG: 'oriel',
    },
  };
}

/** A name as SQL takes it, for the API takes it as it is: in upper case, unless it is quoted or has other signs. */
function nameOf(name: string): string {
  const quoted = /^"(.*)"$/s.exec(name)?.[1];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  return /^[a-z_][\w$]*$/i.test(name) ? name.toUpperCase() : name;
}
