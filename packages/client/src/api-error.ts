import type { ErrorCode, Problem } from '@oriel/contract';
import { readRetryAfterMs } from './retry-after.ts';

/**
 * A code of the error catalogue; `unknown` where the answer was none of the API's own. A server that is newer than this
 * client may send a code that the type does not list.
 */
export type ApiErrorCode = ErrorCode | 'unknown' | (string & {});

/** A refusal of the API, with everything that it said. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** Under this id the log of the server has the request; undefined where the answer was none of the API's own. */
  readonly requestId: string | undefined;
  /** One entry for each field that failed validation; otherwise empty. */
  readonly issues: readonly { path: string; message: string }[];
  /** How long to wait before asking again, where the server said so (`Retry-After`). */
  readonly retryAfterMs: number | undefined;

  constructor(problem: Partial<Problem> & { status: number; retryAfterMs?: number | undefined }) {
    const issues = problem.issues ?? [];
    const details = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
    super([problem.message ?? `The server answered ${problem.status}`, details].filter(Boolean).join(': '));
    this.status = problem.status;
    this.code = problem.code ?? 'unknown';
    this.requestId = problem.requestId;
    this.issues = issues;
    this.retryAfterMs = problem.retryAfterMs;
  }
}

/**
 * Whether something that was thrown is a refusal, and one with one of the codes where codes are given. A code that the
 * catalogue does not have does not compile.
 */
export function isApiError<C extends ErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is ApiError & { readonly code: C } {
  return (
    error instanceof ApiError && (codes.length === 0 || (codes as readonly string[]).includes(error.code))
  );
}

/** Reads what a refused answer says. The query API has its sentence under `error`. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const problem =
    typeof body === 'object' && body !== null ? (body as Partial<Problem> & { error?: string }) : {};
  return new ApiError({
    ...problem,
    message: problem.message ?? problem.error,
    status: response.status,
    retryAfterMs: readRetryAfterMs(response.headers),
  });
}
