import { modelFaults, QueryError, queryErrors } from '@oriel/semantic/errors';
import type { AnswerHead } from './engine-types.ts';
import { EngineError, engineErrors, type ErrorEntry } from '../errors/errors.ts';
import type { QueryErrorBody } from './query-error-body.ts';

/** A refusal as an answer of the query API. */
function encodeRefusal(status: number, body: QueryErrorBody, retryAfterSeconds?: number): AnswerHead {
  return {
    status,
    body: [Buffer.from(JSON.stringify(body))],
    cache: 'none',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/**
 * A `QueryError` or an {@link EngineError} as an answer; undefined for anything else, which is a bug.
 *
 * @param seesModel whether the caller may read the model; else nothing of its insides is told
 */
export function encodeError(error: unknown, seesModel: boolean): AnswerHead | undefined {
  if (error instanceof QueryError) {
    const { code, path } = error;
    const message = seesModel || !modelFaults.has(code) ? error.message : queryErrors[code];
    return encodeRefusal(400, {
      error: message,
      type: 'UserError',
      plainError: message,
      code,
      ...(path !== undefined && { path }),
    });
  }
  return error instanceof EngineError ? encodeEngineError(error, seesModel) : undefined;
}

/** An {@link EngineError} as an answer, with the status of its code. */
export function encodeEngineError(
  { code, message, retryAfterSeconds: better }: EngineError,
  seesModel = false,
): AnswerHead {
  // Each entry has these, whatever the values of its message are.
  const entry: Omit<ErrorEntry<never>, 'message'> = engineErrors[code];
  const { status, isOfSource, retryAfterSeconds, publicMessage } = entry;
  const told = seesModel ? message : (publicMessage ?? message);
  return encodeRefusal(
    status,
    { error: isOfSource ? `Error: ${told}` : told, code },
    better ?? retryAfterSeconds,
  );
}
