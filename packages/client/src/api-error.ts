import type { Problem } from '@oriel/contract';

/** A refusal of the API, with everything that it said. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** A code of the error catalogue; `unknown` where the answer was none of the API's own. */
  readonly code: string;
  readonly requestId: string | undefined;
  readonly issues: readonly { path: string; message: string }[];

  constructor(problem: Partial<Problem> & { status: number }) {
    const issues = problem.issues ?? [];
    const details = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
    super([problem.message ?? `The server answered ${problem.status}`, details].filter(Boolean).join(': '));
    this.status = problem.status;
    this.code = problem.code ?? 'unknown';
    this.requestId = problem.requestId;
    this.issues = issues;
  }
}

/** Reads what a refused answer says. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const problem =
    typeof body === 'object' && body !== null ? (body as Partial<Problem> & { error?: string }) : {};
  return new ApiError({ ...problem, message: problem.message ?? problem.error, status: response.status });
}
