import { ApiError } from '@oriel/client';
import { QueryRefused } from '../query/load-batch.ts';

/**
 * What a failure means to the person who looks at it, whichever API it came from:
 * `refused` is a query that the query API turned down in its own words, `failed` a fault of the server (5xx), `broken` a
 * fault of the console itself.
 */
export type ErrorKind =
  | 'signedOut'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'invalid'
  | 'busy'
  | 'unreachable'
  | 'refused'
  | 'failed'
  | 'broken';

const kindsByStatus: Readonly<Record<number, ErrorKind>> = {
  401: 'signedOut',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  429: 'busy',
  // What a proxy says without its server, and a server without its database.
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
};

/** Tells the kinds of failures apart. */
export function errorKind(error: unknown): ErrorKind {
  if (error instanceof QueryRefused) return queryErrorKind(error);
  if (error instanceof ApiError)
    return kindsByStatus[error.status] ?? (error.status < 500 ? 'invalid' : 'failed');
  // `fetch` throws a TypeError where there is no answer, whatever the reason.
  return error instanceof TypeError ? 'unreachable' : 'broken';
}

/** The query API says what is wrong with a query in words that its author understands; the rest is as everywhere. */
function queryErrorKind({ code, status }: QueryRefused): ErrorKind {
  if (code === 'unauthenticated') return 'signedOut';
  const kind = kindsByStatus[status];
  return kind === 'busy' || kind === 'unreachable' ? kind : 'refused';
}

/** Whether the session has ended, so that only a new sign-in helps. */
export const isSignedOut = (error: unknown): boolean => errorKind(error) === 'signedOut';

/** Whether the same request may succeed later without anybody changing anything. */
export function isTransient(error: unknown): boolean {
  return ['unreachable', 'failed'].includes(errorKind(error));
}

/**
 * What a refusal says of one field of a form, in the words of the server.
 *
 * @param field the first part of the issue's path, such as `name`
 */
export function issueOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const issue = error.issues.find(({ path }) => path === field || path.startsWith(`${field}.`));
  return issue?.message;
}
