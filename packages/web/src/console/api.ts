import { createClient } from '@oriel/client';
import type { CurrentUser } from '@oriel/contract';
import { MAX_PAGE_SIZE } from '@oriel/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { connection } from './connection/server-connection.ts';
import { useSurface } from './surface.ts';

/** The console speaks to the server that it came from; its cookie says who is there. The query cache decides on retries. */
export const client = createClient({ baseUrl: '', fetch: connection.fetch, retry: false });

/** The person who is signed in; in an embedded application nobody is, and nobody is asked for. */
export function useCurrentUser() {
  const { kind } = useSurface();
  return useQuery({
    enabled: kind === 'console',
    queryKey: ['user'],
    queryFn: () => client.call('getCurrentUser', {}),
    staleTime: 300_000,
  });
}

/** Whether a role of the user permits something in the whole account; false until that is known. */
export function usePermission(permission: CurrentUser['permissions'][number]): boolean {
  const { permissions } = useSurface();
  const user = useCurrentUser().data;
  return (permissions ?? user?.permissions ?? []).includes(permission);
}

/** The deployments that the user reaches; the console works in the first, or in the one that was chosen. */
export function useDeployments() {
  const { deploymentId } = useSurface();
  const query = useQuery({
    enabled: deploymentId === undefined,
    queryKey: ['deployments'],
    queryFn: () => client.call('getDeployments', { query: { first: MAX_PAGE_SIZE } }),
    staleTime: 300_000,
  });
  const all = query.data?.items ?? [];
  // A frame of another site has no storage, and no choice either.
  const chosen = deploymentId ?? Number(localStorage.getItem('oriel-deployment'));
  return { query, all, current: all.find(({ id }) => id === chosen) ?? all[0] };
}

/** The parameter of an address that names the deployment of its page. */
const ASKED_DEPLOYMENT = 'deployment';

/** Works in the deployment that the address of the page names, and takes it out of the address. */
export function takeAskedDeployment(): void {
  const address = new URL(window.location.href);
  const asked = address.searchParams.get(ASKED_DEPLOYMENT);
  if (asked === null) return;
  if (/^[1-9]\d{0,9}$/.test(asked)) localStorage.setItem('oriel-deployment', asked);
  address.searchParams.delete(ASKED_DEPLOYMENT);
  window.history.replaceState(window.history.state, '', address);
}

/** Goes to the workspace of a deployment, in which the console works from then on. */
export function chooseDeployment(id: number): void {
  localStorage.setItem('oriel-deployment', String(id));
  window.location.assign('/workspace');
}
