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
import type { HttpAnswer } from '../connection/http-sender.ts';
import { isObject, objectOf, statusError } from '../statement-api/api-client.ts';
import { locationAt, noAnswer } from '../statement-api/api-errors.ts';

/** What should answer there. */
export const PRODUCT = 'BigQuery';

/** A statement, and how long it may take. */
interface AskedStatement {
  readonly sql: string;
  readonly timeoutMs: number;
}

/**
 * What a caller may be told of an answer that is no success: the database's own words about a statement.
 *
 * @see https://cloud.google.com/bigquery/docs/error-messages
 */
export function toSourceError(answer: HttpAnswer, { sql, timeoutMs }: AskedStatement): EngineError {
  const failure = failureIn(answer);
  if (!failure) return noAnswer(answer, PRODUCT);
  const { reason, message } = failure;
  const cause = statusError(answer);
  if (reason === 'resourcesExceeded') return outOfMemoryThere(cause);
  if (STOPPED.has(reason) && /timed out/i.test(message)) return timedOut(timeoutMs, cause);
  if (message.startsWith('Not found: Job')) return unavailable(UNKNOWN_STATEMENT, cause);
  if (UNAVAILABLE.has(reason) || OF_PROJECT.test(message)) return unavailable(message, cause);
  return engineError(
    'query.failed',
    { reason: advise(message.replace(POSITION, '').replace(/\.$/, '')) },
    { cause, ...locationOf(message, sql) },
  );
}

interface Failure {
  readonly reason: string;
  readonly message: string;
}

/** Of several failures the first one is that of the statement. */
function failureIn(answer: HttpAnswer): Failure | undefined {
  const error = objectOf(answer)?.['error'];
  const errors: unknown = isObject(error) ? error['errors'] : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (!isObject(first) || typeof first['reason'] !== 'string' || typeof first['message'] !== 'string')
    return undefined;
  return { reason: first['reason'], message: first['message'] };
}

const UNKNOWN_STATEMENT = 'it does not know the statement any more';
const STOPPED = new Set(['stopped', 'timeout']);
/** Quotas and limits of rates, a project without billing, and failures of the service itself. */
const UNAVAILABLE = new Set([
  'quotaExceeded',
  'rateLimitExceeded',
  'jobRateLimitExceeded',
  'billingNotEnabled',
  'blocked',
  'backendError',
  'internalError',
  'jobBackendError',
  'jobInternalError',
]);
/** Who signs in may run no statements, or there is no such project. */
const OF_PROJECT = /bigquery\.jobs\.create|^Not found: Project/;

/** Behind a message. */
const POSITION = / at \[(\d+):(\d+)\]/;

function advise(reason: string): string {
  if (/^Column name .* is ambiguous/.test(reason)) return ambiguous(reason);
  if (/^No matching signature for operator (?:=|<|>|<=|>=|!=|<>|IN)(?: |$)/.test(reason))
    return incomparable(reason);
  return /^(?:Analytic|Window) function .*not allowed/.test(reason) ? misplacedWindow(reason) : reason;
}

function locationOf(message: string, sql: string): FailureLocation {
  const [, line, column] = POSITION.exec(message) ?? [];
  if (line !== undefined) return locationAt(sql, Number(line), Number(column) - 1);
  if (/^division by zero/i.test(message)) return { suspect: 'division' };
  return UNCONVERTIBLE.test(message) ? { suspect: 'conversion' } : {};
}

const UNCONVERTIBLE =
  /^(?:Bad \w+ value|Invalid (?:timestamp|date|datetime|time|\w+ value)|Failed to parse|Could not cast)/i;
