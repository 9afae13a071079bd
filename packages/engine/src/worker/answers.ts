import { brokenModelMessage, QueryError } from '@oriel/semantic';
import type { AnswerHead } from '../engine-types.ts';
import { SourceError } from '../sources/source.ts';
import { BrokenModelError } from './caller-models.ts';
import { ContinueWait } from './wait.ts';

/** What is made as JSON, or the refusal that is thrown instead. */
export function answerWith(make: () => unknown): AnswerHead {
  try {
    return json(200, make());
  } catch (error) {
    return toAnswer(error);
  }
}

function json(status: number, body: unknown): AnswerHead {
  return { status, body: [Buffer.from(JSON.stringify(body))], cache: 'none' };
}

/** A refusal or a failure of the database in the form of the query API; anything else is a bug and stays thrown. */
export function toAnswer(error: unknown): AnswerHead {
  if (error instanceof ContinueWait) return json(200, { error: 'Continue wait', stage: 'Executing query' });
  if (error instanceof QueryError)
    return json(400, {
      error: error.message,
      type: 'UserError',
      plainError: error.message,
      code: error.code,
      ...(error.path !== undefined && { path: error.path }),
    });
  if (error instanceof BrokenModelError)
    return json(500, { error: brokenModelMessage(error.problems), code: 'model.broken' });
  if (error instanceof SourceError)
    return json(error.code === 'source.unavailable' ? 503 : 400, {
      error: `Error: ${error.message}`,
      code: error.code,
    });
  throw error;
}
