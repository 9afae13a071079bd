import { refuse, type Refusal } from '@oriel/contract';

/** Class 22 is "data exception"; 54000 is what an index says of a value that is too large for it. */
const DATA_ERROR = /^(22...|54000)$/;

/**
 * The refusal that an error of PostgreSQL about a value amounts to: a number out of range, a text that it cannot hold, a
 * time that is none. Undefined for every other error. What a schema allows should not come so far; this keeps what does
 * from being answered as a failure.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function refusalOfDataError(error: unknown): Refusal | undefined {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !DATA_ERROR.test(code)) return undefined;
  const reason =
    'The request has a value that cannot be stored or compared: a number, a time or a text beyond what is possible';
  return refuse('invalid_request', { reason }, { cause: error });
}
