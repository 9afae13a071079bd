import { ClickHouseError } from '@clickhouse/client';
import {
  ambiguous,
  cancelled,
  EngineError,
  engineError,
  incomparable,
  misplacedWindow,
  outOfMemoryThere,
  timedOut,
  type FailureLocation,
} from '../../errors/errors.ts';
import { unavailable } from '../connection/circuit-breaker.ts';
import { CREDENTIAL_REFUSED, reasonOf } from '../connection/connect-failure.ts';

/** What is known of a statement that failed. */
interface FailedStatement {
  readonly sql: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * What a caller may be told of a failure: the database's own words about a statement; of a connection that fails
 * neither the host nor who signs in.
 */
export function toSourceError(error: unknown, { sql, signal, timeoutMs }: FailedStatement): EngineError {
  if (error instanceof EngineError) return error;
  if (signal.aborted) return cancelled(error);
  if (!(error instanceof ClickHouseError)) return unavailable(reasonOf(error, 'ClickHouse'), error);
  const { code } = error;
  if (code === TIMEOUT_EXCEEDED) return timedOut(timeoutMs, error);
  if (code === MEMORY_LIMIT_EXCEEDED) return outOfMemoryThere(error);
  if (NOT_SIGNED_IN.has(code)) return unavailable(CREDENTIAL_REFUSED, error);
  const reason = reasonIn(error.message);
  if (UNAVAILABLE.has(code)) return unavailable(reason, error);
  if (code === READONLY) return ofReadonly(error);
  if (reason.includes('Multi-statements are not allowed'))
    return engineError('query.sql_refused', { reason: ONE_SELECT }, { cause: error });
  return engineError(
    'query.failed',
    { reason: advise(code, reason) },
    { cause: error, ...locationOf(error, sql) },
  );
}

const ONE_SELECT = 'The SQL of the model has to be one SELECT statement';

/** A statement that writes, or a user with a profile that forbids the settings that every statement comes with. */
function ofReadonly(error: ClickHouseError): EngineError {
  const setting = /Cannot modify '(\w+)' setting/.exec(error.message)?.[1];
  return setting === undefined || setting === 'readonly'
    ? engineError('query.sql_refused', { reason: ONE_SELECT }, { cause: error })
    : unavailable(NO_SETTINGS, error);
}

const NO_SETTINGS =
  'its user may change no settings, which each query needs; give them a profile with readonly = 2 in place of 1';

/** Without the statement, which is long, and without what the parser would have taken in its place. */
function reasonIn(message: string): string {
  return message
    .replace(/:? In scope .*$/s, '')
    .replace(/ in scope .*?(?=\. Maybe you meant|$)/s, '')
    .replace(/\. Expected one of: .*$/s, '')
    .replace(/[:.\s]+$/, '');
}

function advise(code: string, reason: string): string {
  if (AMBIGUOUS.has(code)) return ambiguous(reason);
  if (COMPARISON.test(reason) || code === NO_COMMON_TYPE) return incomparable(reason);
  return WINDOW.test(reason) ? misplacedWindow(reason) : reason;
}

/** The parser counts bytes, from 1; of what fails later no location is told. */
function locationOf({ code, message }: ClickHouseError, sql: string): FailureLocation {
  const parameter = /query parameter ['`]?p(\d+)/.exec(message)?.[1];
  if (parameter !== undefined) return { parameter: Number(parameter) };
  const position = /^Syntax error.*?: failed at position (\d+)/.exec(message)?.[1];
  if (position !== undefined)
    return { at: Buffer.from(sql).toString('utf8', 0, Number(position) - 1).length };
  if (code === ILLEGAL_DIVISION) return { suspect: 'division' };
  return UNCONVERTIBLE.has(code) ? { suspect: 'conversion' } : {};
}

/** @see https://github.com/ClickHouse/ClickHouse/blob/v25.8.1.5101-lts/src/Common/ErrorCodes.cpp */
const TIMEOUT_EXCEEDED = '159';
const MEMORY_LIMIT_EXCEEDED = '241';
const READONLY = '164';
const ILLEGAL_DIVISION = '153';
const NO_COMMON_TYPE = '386';
/** Unknown user, wrong, missing or refused credentials, an address that may not sign in. */
const NOT_SIGNED_IN = new Set(['192', '193', '194', '195', '516']);
/** Too many at once, a server that ends, no network among servers, a database that is not there. */
const UNAVAILABLE = new Set(['81', '202', '203', '209', '210', '236', '279']);
const AMBIGUOUS = new Set(['207', '352']);
/** Texts that are no number, time, UUID or value of an enumeration; a number out of its range. */
const UNCONVERTIBLE = new Set([
  '6',
  '26',
  '27',
  '32',
  '38',
  '41',
  '53',
  '69',
  '70',
  '72',
  '321',
  '376',
  '467',
  '691',
]);
/** Two types that `=` and its like do not take together. */
const COMPARISON =
  /^Illegal types? of arguments .* of function `?(?:equals|notEquals|less|lessOrEquals|greater|greaterOrEquals)`?/;
const WINDOW = /^Window function .* (?:is found|in wrong place)/;
