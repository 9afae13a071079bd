import type { BulkMoveWorkspaceObjectsResponse, Workbook, WorkspaceItemRef } from '@oriel/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api.ts';
import type { WorkspaceSearch } from './workspace-search.ts';

/** A thing of the workspace, of whichever kind. */
export type Item = Workbook;

const PAGE = 100;
const MAX_BULK = 100;

export function useItems(
  deploymentId: number,
  folderId: number | null,
  { search, sort, direction, type }: WorkspaceSearch,
) {
  return useInfiniteQuery({
    queryKey: ['workspace', deploymentId, 'items', folderId, search, sort, direction, type],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.call('workspaceObjects', {
        params: { deploymentId },
        query: {
          first: PAGE,
          ...(folderId !== null && { folderId }),
          ...(search !== undefined && { search }),
          ...(sort !== undefined && { orderByField: sort }),
          ...(direction !== undefined && { orderByDirection: direction }),
          ...(type !== undefined && { types: [type] }),
          ...(pageParam !== undefined && { after: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ pageInfo }) =>
      pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
  });
}

/** The folders of one level, for the tree and the picker. */
export function useFolders(deploymentId: number, parentId: number | null, isEnabled = true) {
  return useQuery({
    queryKey: ['workspace', deploymentId, 'folders', parentId],
    queryFn: () =>
      client.call('getFolders', {
        params: { deploymentId },
        query: { first: 1000, ...(parentId !== null && { parentId }) },
      }),
    enabled: isEnabled,
  });
}

export function useAncestors(deploymentId: number, folderId: number | null) {
  return useQuery({
    queryKey: ['workspace', deploymentId, 'ancestors', folderId],
    queryFn: () =>
      folderId === null ? [] : client.call('getFolderAncestors', { params: { deploymentId, folderId } }),
  });
}

/** Where each moved thing came from, so that the move can be taken back. */
export interface MoveOutcome extends BulkMoveWorkspaceObjectsResponse {
  from: { item: WorkspaceItemRef; folderId: number | null }[];
}

/** Moves things, a hundred at a time. */
export function useMove(deploymentId: number) {
  const refresh = useRefresh(deploymentId);
  return useMutation({
    mutationFn: async ({
      items,
      folderId,
    }: {
      items: readonly Item[];
      folderId: number | null;
    }): Promise<MoveOutcome> => {
      const outcome: MoveOutcome = {
        moved: [],
        failed: [],
        from: items.map((item) => ({
          item: { type: item.type, id: item.id },
          folderId: item.folderId ?? null,
        })),
      };
      for (let start = 0; start < items.length; start += MAX_BULK) {
        const part = items.slice(start, start + MAX_BULK).map(({ type, id }) => ({ type, id }));
        const { moved, failed } = await client.call('bulkMoveWorkspaceObjects', {
          params: { deploymentId },
          body: { items: part, folderId },
        });
        outcome.moved.push(...moved);
        outcome.failed.push(...failed);
      }
      return outcome;
    },
    onSettled: refresh,
  });
}

/** Takes a move back: each moved thing goes to where it came from. */
export function useMoveBack(deploymentId: number) {
  const refresh = useRefresh(deploymentId);
  return useMutation({
    mutationFn: async ({ moved, from }: MoveOutcome) => {
      const origins = new Map<number | null, WorkspaceItemRef[]>();
      for (const { item, folderId } of from) {
        if (moved.some(({ type, id }) => type === item.type && id === item.id))
          origins.set(folderId, [...(origins.get(folderId) ?? []), item]);
      }
      for (const [folderId, items] of origins)
        await client.call('bulkMoveWorkspaceObjects', {
          params: { deploymentId },
          body: { items, folderId },
        });
    },
    onSettled: refresh,
  });
}

export function useCreateFolder(deploymentId: number) {
  return useMutation({
    mutationFn: ({ name, parentId }: { name: string; parentId: number | null }) =>
      client.call('createFolder', { params: { deploymentId }, body: { name, parentId } }),
    onSuccess: useRefresh(deploymentId),
  });
}

export function useRename(deploymentId: number) {
  return useMutation({
    mutationFn: async ({ item: { type, id }, name }: { item: Item; name: string }) => {
      if (type === 'FOLDER')
        await client.call('updateFolder', { params: { deploymentId, folderId: id }, body: { name } });
      else if (type === 'WORKBOOK')
        await client.call('updateWorkbook', { params: { deploymentId, workbookId: id }, body: { name } });
      else await client.call('updateReport', { params: { deploymentId, reportId: id }, body: { name } });
    },
    onSuccess: useRefresh(deploymentId),
  });
}

export function useDelete(deploymentId: number) {
  return useMutation({
    mutationFn: async ({ type, id }: Item) => {
      if (type === 'FOLDER') await client.call('deleteFolder', { params: { deploymentId, folderId: id } });
      else if (type === 'WORKBOOK')
        await client.call('deleteWorkbook', { params: { deploymentId, workbookId: id } });
      else await client.call('deleteReport', { params: { deploymentId, reportId: id } });
    },
    onSuccess: useRefresh(deploymentId),
  });
}

function useRefresh(deploymentId: number): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['workspace', deploymentId] });
}
