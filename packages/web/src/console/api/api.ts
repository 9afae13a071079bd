import { createClient } from '@oriel/client';
import type { CurrentUser } from '@oriel/contract';
import { MAX_PAGE_SIZE } from '@oriel/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../connection/server-connection.ts';
import type { PageOwner } from '../storage/page-storage.ts';
import { useSurface } from '../surface/surface.ts';
import { leavePage, userStorage } from '../storage/user-storage.ts';

/**
 * The console speaks to the server that it came from; its cookie says who is there. The query cache decides on retries.
 */
export const client = createClient({ baseUrl: '', fetch: connection.fetch, retry: false });

/** Whom a page of the console shows. */
export const ownerOf = ({ id }: Pick<CurrentUser, 'id'>): PageOwner => ({ kind: 'user', id: String(id) });

/** The person who is signed in; in an embedded application nobody is, and nobody is asked for. */
export function useCurrentUser() {
  const { kind } = useSurface();
  return useQuery({
    enabled: kind === 'console',
    queryKey: ['user'],
    queryFn: async () => {
      const user = await client.call('getCurrentUser', {});
      // Another one was signed in meanwhile, as in another tab.
      if (!userStorage.enter(ownerOf(user))) leavePage();
      return user;
    },
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
  const chosen = deploymentId ?? Number(userStorage.read('browser', CHOSEN_DEPLOYMENT));
  return { query, all, current: all.find(({ id }) => id === chosen) ?? all[0] };
}

/** The deployment that the user works in, where they have chosen one. */
const CHOSEN_DEPLOYMENT = 'deployment';

/** The parameter of an address that names the deployment of its page. */
const ASKED_DEPLOYMENT = 'deployment';

/**
 * Works in the deployment that the address of the page names, and takes it out of the address.
 *
 * @returns what puts it into an address again, for who has to sign in first
 */
export function takeAskedDeployment(): (href: string) => string {
  const address = new URL(window.location.href);
  const asked = address.searchParams.get(ASKED_DEPLOYMENT);
  if (asked === null) return (href) => href;
  if (/^[1-9]\d{0,9}$/.test(asked)) userStorage.write('browser', CHOSEN_DEPLOYMENT, asked);
  address.searchParams.delete(ASKED_DEPLOYMENT);
  window.history.replaceState(window.history.state, '', address);
  return (href) => {
    const again = new URL(href, address);
    again.searchParams.set(ASKED_DEPLOYMENT, asked);
    return again.pathname + again.search + again.hash;
  };
}

/** The address of this page with the deployment that it is to be shown in. */
export function pageInDeployment(id: number): string {
  const address = new URL(window.location.href);
  address.searchParams.set(ASKED_DEPLOYMENT, String(id));
  return address.pathname + address.search + address.hash;
}

/** Whether an address names the deployment of its page, which is taken when the page is loaded. */
export const namesDeployment = (href: string): boolean =>
  new URL(href, window.location.href).searchParams.has(ASKED_DEPLOYMENT);

/** Has the console work in the first deployment that there is. */
export const forgetDeployment = (): void => userStorage.remove('browser', CHOSEN_DEPLOYMENT);

/** Goes to the workspace of a deployment, in which the console works from then on. */
export function chooseDeployment(id: number): void {
  userStorage.write('browser', CHOSEN_DEPLOYMENT, String(id));
  window.location.assign('/workspace');
}
