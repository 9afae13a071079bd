import {
  ambiguous,
  engineError,
  incomparable,
  misplacedWindow,
  outOfMemoryThere,
  timedOut,
  type EngineError,
  type FailureLocation,
} from '../../errors/errors.ts';
import { unavailable } from '../connection/circuit-breaker.ts';
import { CREDENTIAL_REFUSED } from '../connection/connect-failure.ts';
import type { HttpAnswer } from '../connection/http-sender.ts';
import { objectOf, statusError } from '../statement-api/api-client.ts';
import { locationAt, noAnswer } from '../statement-api/api-errors.ts';

/** What should answer there. */
export const PRODUCT = 'Snowflake';

/** A statement, and how long it may take. */
interface AskedStatement {
  readonly sql: string;
  readonly timeoutMs: number;
}

/**
 * What a caller may be told of an answer that is no success: the database's own words about a statement.
 *
 * @see https://docs.snowflake.com/en/developer-guide/sql-api/handling-errors
 */
export function toSourceError(answer: HttpAnswer, { sql, timeoutMs }: AskedStatement): EngineError {
  const { code, message, sqlState = '' } = objectOf(answer) ?? {};
  const { status } = answer;
  // Every answer of the API has both.
  if (typeof code !== 'string' || typeof message !== 'string') return noAnswer(answer, PRODUCT);
  const cause = statusError(answer);
  if (status === 408 || TIMED_OUT.has(code)) return timedOut(timeoutMs, cause);
  if (status === 403) return unavailable(CREDENTIAL_REFUSED, cause);
  if (status === 404) return unavailable(UNKNOWN_STATEMENT, cause);
  if (sqlState === OUT_OF_MEMORY) return outOfMemoryThere(cause);
  const reason = reasonIn(message);
  // Of signing in, such as a role that the user does not have, and of a warehouse that does not run.
  if (code.startsWith('390') || UNAVAILABLE.has(code)) return unavailable(reason, cause);
  if (status !== 422 && status !== 400) return noAnswer(answer, PRODUCT);
  if (code === WRONG_COUNT) return engineError('query.sql_refused', { reason: ONE_SELECT }, { cause });
  return engineError(
    'query.failed',
    { reason: advise(code, reason) },
    { cause, ...locationOf(String(sqlState), message, sql) },
  );
}

const ONE_SELECT = 'The SQL of the model has to be one SELECT statement';
const UNKNOWN_STATEMENT = 'it does not know the statement any more';
/** More or fewer statements than the one that is asked for. */
const WRONG_COUNT = '000008';
/** By the limit of the statement, and by that of the account. */
const TIMED_OUT = new Set(['000630', '604001']);
/** No warehouse is named or running; it cannot be resumed, as by a quota that is used up. */
const UNAVAILABLE = new Set(['000606', '090073', '090109']);
const OUT_OF_MEMORY = '53200';

const POSITION = /\bline (\d+) at position (-?\d+)/;

function reasonIn(message: string): string {
  return message
    .replace(/^SQL (?:compilation|execution) error:\s*/, '')
    .replace(/^error line \d+ at position -?\d+\s*/, '')
    .replace(POSITION, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
}

function advise(code: string, reason: string): string {
  if (code === AMBIGUOUS) return ambiguous(reason);
  if (COMPARISON.test(reason)) return incomparable(reason);
  return /^Window function /i.test(reason) ? misplacedWindow(reason) : reason;
}

const AMBIGUOUS = '002028';
const COMPARISON = /^Invalid argument types for function '(?:=|<|>|<=|>=|<>|!=)'/;

function locationOf(sqlState: string, message: string, sql: string): FailureLocation {
  const [, line, column] = POSITION.exec(message) ?? [];
  if (line !== undefined) return locationAt(sql, Number(line), Number(column));
  if (sqlState === '22012') return { suspect: 'division' };
  return UNCONVERTIBLE.has(sqlState) ? { suspect: 'conversion' } : {};
}

/** A text that is no number, or no time. */
const UNCONVERTIBLE = new Set(['22018', '22007']);
