import { createClient } from '@oriel/client';
import type { CurrentUser } from '@oriel/contract';
import { MAX_PAGE_SIZE } from '@oriel/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { connection } from './connection/server-connection.ts';

/** The console speaks to the server that it came from; its cookie says who is there. The query cache decides on retries. */
export const client = createClient({ baseUrl: '', fetch: connection.fetch, retry: false });

/** The person who is signed in. */
export function useCurrentUser() {
  return useQuery({
    queryKey: ['user'],
    queryFn: () => client.call('getCurrentUser', {}),
    staleTime: 300_000,
  });
}

/** Whether a role of the user permits something in the whole account; false until that is known. */
export function usePermission(permission: CurrentUser['permissions'][number]): boolean {
  return useCurrentUser().data?.permissions.includes(permission) ?? false;
}

/** The deployments that the user reaches; the console works in the first, or in the one that was chosen. */
export function useDeployments() {
  const query = useQuery({
    queryKey: ['deployments'],
    queryFn: () => client.call('getDeployments', { query: { first: MAX_PAGE_SIZE } }),
    staleTime: 300_000,
  });
  const all = query.data?.items ?? [];
  const chosen = Number(localStorage.getItem('oriel-deployment'));
  return { query, all, current: all.find(({ id }) => id === chosen) ?? all[0] };
}

/** Goes to the workspace of a deployment, in which the console works from then on. */
export function chooseDeployment(id: number): void {
  localStorage.setItem('oriel-deployment', String(id));
  window.location.assign('/workspace');
}
