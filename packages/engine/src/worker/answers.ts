import { encodeError } from '../protocol/encode-error.ts';
import type { AnswerHead } from '../protocol/engine-types.ts';
import { PollTimeout } from './queue/poll-timeout.ts';

/**
 * What is made as JSON, or the refusal that is thrown instead.
 *
 * @param seesModel whether the caller may be told of the model's insides
 */
export async function answerWith(seesModel: boolean, make: () => Promise<unknown>): Promise<AnswerHead> {
  try {
    return json(200, await make());
  } catch (error) {
    return toAnswer(error, seesModel);
  }
}

function json(status: number, body: unknown): AnswerHead {
  return { status, body: [Buffer.from(JSON.stringify(body))], cache: 'none' };
}

/**
 * A refusal, a failure of the database or a poll timeout in the form of the query API.
 *
 * @param seesModel whether the caller may be told of the model's insides
 * @throws anything else as it is, for it is a bug
 */
export function toAnswer(error: unknown, seesModel: boolean): AnswerHead {
  if (error instanceof PollTimeout) return continueWait(error);
  const answer = encodeError(error, seesModel);
  if (!answer) throw error;
  return answer;
}

/** Asks the caller to send the query again, and says how far it is in the words of the protocol. */
function continueWait({ progress }: PollTimeout): AnswerHead {
  const { position = 0, queuedMs = 0, executedMs = 0 } = progress ?? {};
  const stage = position > 0 ? `#${position} in queue` : 'Executing query';
  const timeElapsed = Math.round((queuedMs + executedMs) / 100) / 10;
  return { ...json(200, { error: 'Continue wait', stage, timeElapsed }), timing: { queuedMs, executedMs } };
}
