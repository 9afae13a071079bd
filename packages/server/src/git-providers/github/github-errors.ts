import { refuse, Refusal } from '@oriel/contract';

/** What a refused or failed call to GitHub is to a caller of ours. What GitHub has said stays in `cause`. */
export function gitHubRefusal(error: unknown, notFound: () => Error): Error {
  if (error instanceof Refusal) return error;
  const { status } = Object(error) as { status?: number };
  if (status === 401) return refuse('git_provider_not_linked', undefined, { cause: error });
  if (status === 404 || status === 403) return notFound();
  const reason = status === undefined ? 'it cannot be reached' : `it answers ${status}`;
  return refuse('git_provider_failed', { reason }, { cause: error });
}
