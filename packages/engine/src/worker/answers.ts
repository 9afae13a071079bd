import { encodeError } from '../encode-error.ts';
import type { AnswerHead } from '../engine-types.ts';
import { PollTimeout } from './poll-timeout.ts';

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

/**
 * A refusal, a failure of the database or a poll timeout in the form of the query API.
 *
 * @throws anything else as it is, for it is a bug
 */
export function toAnswer(error: unknown): AnswerHead {
  if (error instanceof PollTimeout) return json(200, { error: 'Continue wait', stage: 'Executing query' });
  const answer = encodeError(error);
  if (!answer) throw error;
  return answer;
}
