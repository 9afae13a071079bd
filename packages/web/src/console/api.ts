import { ApiError, createClient } from '@oriel/client';
import { useQuery } from '@tanstack/react-query';

/** The console speaks to the server that it came from; its cookie says who is there. */
export const client = createClient({ baseUrl: '' });

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** A sentence for whoever is looking. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return 'The server cannot be reached at the moment.';
}

export function useCurrentUser() {
  return useQuery({
    queryKey: ['user'],
    queryFn: () => client.call('getCurrentUser', {}),
    staleTime: 300_000,
  });
}

/** The deployments that the user reaches; the console works in the first, or in the one that was chosen. */
export function useDeployment() {
  const { data } = useQuery({
    queryKey: ['deployments'],
    queryFn: () => client.call('getDeployments', { query: { first: 100 } }),
    staleTime: 300_000,
  });
  const chosen = Number(localStorage.getItem('oriel-deployment'));
  return {
    all: data?.items ?? [],
    current: data?.items.find(({ id }) => id === chosen) ?? data?.items[0],
    isLoaded: data !== undefined,
  };
}

export function chooseDeployment(id: number): void {
  localStorage.setItem('oriel-deployment', String(id));
  window.location.assign('/workspace');
}
