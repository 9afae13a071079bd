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
export const PRODUCT = 'Databricks';

/** A statement, and how long it may take. */
interface AskedStatement {
  readonly sql: string;
  readonly timeoutMs: number;
}

/** A failure as the API tells it. */
export interface DatabricksFailure {
  readonly error_code?: string;
  readonly message?: string;
}

const TOKEN = /\btoken\b/i;

/** Whether an answer refuses who signs in: of some tokens it has another status. */
export function isRefused(answer: HttpAnswer): boolean {
  const { status, text } = answer;
  return status === 401 || (status === 403 && TOKEN.test(text));
}

/** What a caller may be told of an answer that is no success, before the statement has begun or behind its end. */
export function toRequestError(answer: HttpAnswer): EngineError {
  const { error_code: code, message } = objectOf(answer) ?? {};
  // Every failure of the API has both.
  if (typeof code !== 'string' || typeof message !== 'string' || answer.status >= 500)
    return noAnswer(answer, PRODUCT);
  if (answer.status === 400)
    return engineError('query.failed', { reason: message }, { cause: statusError(answer) });
  return unavailable(message, statusError(answer));
}

/**
 * What a caller may be told of a statement that failed: the database's own words.
 *
 * @see https://docs.databricks.com/aws/en/error-messages/
 */
export function toStatementError(
  { error_code: code = '', message = 'The statement has failed' }: DatabricksFailure,
  { sql, timeoutMs }: AskedStatement,
): EngineError {
  const cause = new Error(`${code}: ${message.slice(0, 200)}`);
  if (code === 'UNAUTHENTICATED') return unavailable(CREDENTIAL_REFUSED, cause);
  if (code === 'DEADLINE_EXCEEDED' || TIMED_OUT.test(message)) return timedOut(timeoutMs, cause);
  if (OUT_OF_MEMORY.test(message)) return outOfMemoryThere(cause);
  if (UNAVAILABLE.has(code)) return unavailable(reasonIn(message), cause);
  return engineError('query.failed', { reason: advise(message) }, { cause, ...locationOf(message, sql) });
}

const TIMED_OUT = /STATEMENT_TIMEOUT|timed out after/i;
const OUT_OF_MEMORY = /OUT_OF_MEMORY|OutOfMemoryError/;
const UNAVAILABLE = new Set([
  'TEMPORARILY_UNAVAILABLE',
  'SERVICE_UNDER_MAINTENANCE',
  'WORKSPACE_TEMPORARILY_UNAVAILABLE',
  'RESOURCE_EXHAUSTED',
  'INTERNAL_ERROR',
  'IO_ERROR',
]);

const POSITION = /[;(]\s*line (\d+),? pos (\d+)\)?/;

/** Without the name of its class, the code, the location and the plan or the SQL that follows. */
function reasonIn(message: string): string {
  return message
    .replace(/\n[\s\S]*$/, '')
    .replace(/^\[[\w.]+\]\s*/, '')
    .replace(POSITION, '')
    .replace(/\s*SQLSTATE: \w{5}/, '')
    .trim()
    .replace(/[.;]$/, '');
}

function advise(message: string): string {
  const reason = reasonIn(message);
  if (message.startsWith('[AMBIGUOUS_REFERENCE]')) return ambiguous(reason);
  if (message.startsWith('[DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES]')) return incomparable(reason);
  return /window functions? (?:inside|in) /i.test(reason) ? misplacedWindow(reason) : reason;
}

function locationOf(message: string, sql: string): FailureLocation {
  const [, line, column] = POSITION.exec(message) ?? [];
  if (line !== undefined) return locationAt(sql, Number(line), Number(column));
  if (message.startsWith('[DIVIDE_BY_ZERO]')) return { suspect: 'division' };
  return /^\[(?:CAST_INVALID_INPUT|CANNOT_PARSE_TIMESTAMP)/.test(message) ? { suspect: 'conversion' } : {};
}
