// The examples of the documentation for React; they are compiled, and what they use is tested beside it.
// #region provider
import { createClient } from '@oriel/client';
import {
  PlatformClientProvider,
  usePlatformMutation,
  usePlatformPages,
  usePlatformQueries,
  usePlatformQuery,
} from '@oriel/client/react-query';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

const queryClient = new QueryClient();
const client = createClient({
  baseUrl: 'https://oriel.example.com',
  credentials: 'omit',
  getToken: () => sessionStorage.getItem('token') ?? '',
});

export function Platform({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <PlatformClientProvider client={client}>{children}</PlatformClientProvider>
    </QueryClientProvider>
  );
}
// #endregion

// #region read
/** The name of a folder, with its contents fetched while the pointer is over it. */
export function FolderName({ deploymentId, folderId }: { deploymentId: number; folderId: number }) {
  const folder = usePlatformQuery('getFolder', { params: { deploymentId, folderId } });
  const queries = usePlatformQueries();
  const cache = useQueryClient();
  const contents = queries.pages('workspaceObjects', { params: { deploymentId }, query: { folderId } });
  if (folder.isError) return <p role="alert">{folder.error.message}</p>;
  return <p onMouseEnter={() => void cache.prefetchInfiniteQuery(contents)}>{folder.data?.name ?? '…'}</p>;
}
// #endregion

// #region change
/** The reports of a deployment, each with a button that deletes it: the list is asked for again by itself. */
export function Reports({ deploymentId }: { deploymentId: number }) {
  const reports = usePlatformPages('getReports', { params: { deploymentId }, query: { first: 100 } });
  const remove = usePlatformMutation('deleteReport');
  const items = reports.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <ul>
      {items.map(({ id, name }) => (
        <li key={id}>
          {name}{' '}
          <button onClick={() => remove.mutate({ params: { deploymentId, reportId: id } })}>Delete</button>
        </li>
      ))}
      {reports.hasNextPage && <button onClick={() => void reports.fetchNextPage()}>More</button>}
    </ul>
  );
}
// #endregion
