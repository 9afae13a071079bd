import { modelFaults, QueryError, queryErrors } from '@oriel/semantic';
import type { AnswerHead } from './engine-types.ts';
import { EngineError, engineErrors, type ErrorEntry } from './errors.ts';

/** The body of a refusal in the query protocol. */
export interface QueryErrorBody {
  /** What went wrong, for people; the failure of a data source begins with `Error: `. */
  readonly error: string;
  /** The caller has to change the request. */
  readonly type?: 'UserError';
  /** The same as `error`, of what is wrong with a query. */
  readonly plainError?: string;
  readonly code?: string;
  /** Of what the server's log has more about. */
  readonly requestId?: string;
  /** The part of the query that is wrong, such as `periodComparisons[0].measure`. */
  readonly path?: string;
}

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
