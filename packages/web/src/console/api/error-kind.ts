import { ApiError } from '@oriel/client';
import { QueryRefused } from '../../query/load-batch.ts';

/**
 * What a failure means to the person who looks at it, whichever API it came from:
 * `refused` is a query that the query API turned down in its own words, `full` a full disk of the server, `failed`
 * another fault of the server (5xx), `broken` a fault of the console itself.
 */
export type ErrorKind =
  | 'signedOut'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'invalid'
  | 'busy'
  | 'full'
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
  507: 'full',
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

/** Whether what was asked for is gone, or not for the caller any more. */
export const isWithdrawn = (error: unknown): boolean => ['notFound', 'forbidden'].includes(errorKind(error));

/** A server that asks for a longer pause is not waited for. */
const MAX_PAUSE_MS = 60_000;
const FIRST_PAUSE_MS = 1000;

/**
 * How long to wait before a query is sent again, in milliseconds: as long as a busy server asks for, up to a minute; 1,
 * 2 … seconds after a fault of the server or a broken connection. Undefined where the same request has the same
 * outcome.
 *
 * @param failures how often it has failed before
 */
export function retryDelayMs(error: unknown, failures: number): number | undefined {
  const askedMs = error instanceof ApiError ? error.retryAfterMs : undefined;
  if (askedMs !== undefined) return askedMs <= MAX_PAUSE_MS ? askedMs : undefined;
  return ['unreachable', 'failed'].includes(errorKind(error)) ? FIRST_PAUSE_MS * 2 ** failures : undefined;
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
