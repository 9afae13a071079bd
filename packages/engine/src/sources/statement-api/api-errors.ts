import { engineError, type EngineError, type FailureLocation } from '../../errors/errors.ts';
import { reasonOf } from '../connection/connect-failure.ts';
import { BUSY, type HttpAnswer } from '../connection/http-sender.ts';
import { statusError } from './api-client.ts';

const TOO_BUSY = 'it has too much to do';

/** `source.unavailable` for an answer that no call of the API has, in words that do not tell what else is there. */
export function noAnswer(answer: HttpAnswer, product: string): EngineError {
  const cause = statusError(answer);
  if (!BUSY.has(answer.status))
    return engineError('source.unavailable', { reason: reasonOf(undefined, product) }, { cause });
  const retryAfterSeconds = Math.ceil(Number(answer.headers['retry-after'])) || 5;
  return engineError('source.unavailable', { reason: TOO_BUSY }, { cause, retryAfterSeconds });
}

/**
 * Characters before a location that is told as a line and a column, as JavaScript counts them.
 *
 * @param line counted from 1
 * @param column whole characters before it in its line
 */
export function locationAt(sql: string, line: number, column: number): FailureLocation {
  const lines = sql.split('\n');
  const text = lines[line - 1];
  if (text === undefined || column < 0) return {};
  const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return { at: before + [...text].slice(0, column).join('').length };
}
