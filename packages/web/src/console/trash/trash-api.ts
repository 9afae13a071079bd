import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

/** What was deleted within the last day, the last first. */
export function useTrash(deploymentId: number) {
  return usePages(['trash', deploymentId], (paging) =>
    client.call('getTrash', { params: { deploymentId }, query: paging }),
  );
}

/** Restoring and deleting for good; the trash is read again, and what lists the workspace shows. */
export function useTrashChanges(deploymentId: number) {
  const queryClient = useQueryClient();
  // Restored items may be anywhere: every list is stale.
  const renewal = { onSettled: () => queryClient.invalidateQueries() };
  return {
    restore: useMutation({
      mutationFn: (trashedItemId: number) =>
        client.call('restoreTrashedItem', { params: { deploymentId, trashedItemId } }),
      ...renewal,
    }),
    purge: useMutation({
      mutationFn: (trashedItemId: number) =>
        client.call('purgeTrashedItem', { params: { deploymentId, trashedItemId } }),
      ...renewal,
    }),
  };
}
