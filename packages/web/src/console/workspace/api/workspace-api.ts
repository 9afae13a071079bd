import { ApiError, isApiError } from '@oriel/client';
import type { Workbook } from '@oriel/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, usePermission } from '../../api/api.ts';
import { useSurface } from '../../surface/surface.ts';
import {
  runDeletes,
  runRestores,
  type Deletion,
  type SendDeletes,
  type SendUndo,
} from '../selection/bulk-delete.ts';
import { runMoves, type Move, type SendMoves } from '../selection/bulk-move.ts';
import type { RunSteps } from '../selection/bulk-run.ts';
import type { FolderContents } from '../selection/folder-contents.ts';
import type { WorkspaceSearch } from './workspace-search.ts';

/** A thing of the workspace, of whichever kind. */
export type Item = Workbook;

const PAGE = 100;

export function useItems(
  deploymentId: number,
  folderId: number | null,
  { search, sort, direction, type, favorites }: WorkspaceSearch,
) {
  return useInfiniteQuery({
    queryKey: ['workspace', deploymentId, 'items', folderId, search, sort, direction, type, favorites],
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
          ...(favorites && { isFavorite: true }),
          ...(pageParam !== undefined && { after: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ pageInfo }) =>
      pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
  });
}

/** Whether the user may make folders and workbooks in a folder, or at the root; false until that is known. */
export function useMayCreateIn(deploymentId: number, folderId: number | null): boolean {
  const { data: ancestors = [] } = useAncestors(deploymentId, folderId);
  const isOpen = folderId === null || ancestors.at(-1)?.canEdit === true;
  return usePermission('AIBIExplore') && isOpen;
}

export function useAncestors(deploymentId: number, folderId: number | null) {
  return useQuery({
    queryKey: ['workspace', deploymentId, 'ancestors', folderId],
    queryFn: () =>
      folderId === null ? [] : client.call('getFolderAncestors', { params: { deploymentId, folderId } }),
  });
}

/** How many folders are looked into before they are deleted. */
export const MAX_FOLDERS_READ = 20;

/** What lies in folders, up to a page of each; nothing is asked for more than {@link MAX_FOLDERS_READ}. */
export function useFolderContents(deploymentId: number, folders: readonly Item[]) {
  return useQuery({
    queryKey: ['workspace', deploymentId, 'contents', folders.map(({ id }) => id)],
    enabled: folders.length > 0 && folders.length <= MAX_FOLDERS_READ,
    queryFn: ({ signal }): Promise<FolderContents[]> =>
      Promise.all(
        folders.map(async (folder) => {
          const { items, pageInfo } = await client.call('workspaceObjects', {
            params: { deploymentId },
            query: { folderId: folder.id, first: PAGE },
            signal,
          });
          return { folder, items, hasMore: pageInfo.hasNextPage };
        }),
      ),
  });
}

/** Moves things; what became of each is in the result, also where a request broke. */
export function runMovesIn(deploymentId: number): RunSteps<Move> {
  const send: SendMoves = (items, folderId) =>
    client.call('bulkMoveWorkspaceObjects', { params: { deploymentId }, body: { items, folderId } });
  return ({ steps }, onProgress) => runMoves(steps, send, onProgress);
}

/** Deletes things, and brings them back; what became of each is in the result, also where a request broke. */
export function runDeletesIn(deploymentId: number): RunSteps<Deletion> {
  const send: SendDeletes = (items) =>
    client.call('bulkDeleteWorkspaceObjects', { params: { deploymentId }, body: { items } });
  return ({ steps, isUndo }, onProgress) =>
    isUndo ? runRestores(steps, undoOf(deploymentId), onProgress) : runDeletes(steps, send, onProgress);
}

/** What is not in the trash any more is refused item by item, so that the rest comes back all the same. */
function undoOf(deploymentId: number): SendUndo {
  return async (undoId, request) => {
    try {
      return await client.call('undoWorkspaceChange', { params: { deploymentId, undoId } });
    } catch (error) {
      if (!isApiError(error, 'undo_not_found')) throw error;
      const { status, message } = error;
      const failed = request.map(({ item: { type, id } }) => ({ type, id, error: { status, message } }));
      return { failed };
    }
  };
}

export function useCreateFolder(deploymentId: number) {
  return useMutation({
    mutationFn: ({ name, parentId }: { name: string; parentId: number | null }) =>
      client.call('createFolder', { params: { deploymentId }, body: { name, parentId } }),
    onSuccess: useRefresh(deploymentId),
  });
}

export function useCreateWorkbook(deploymentId: number) {
  return useMutation({
    mutationFn: ({ name, folderId }: { name: string; folderId: number | null }) =>
      client.call('createWorkbook', { params: { deploymentId }, body: { name, folderId } }),
    onSuccess: useRefresh(deploymentId),
  });
}

export function useRename(deploymentId: number) {
  return useMutation({
    mutationFn: async ({ item: { type, id, version }, name }: { item: Item; name: string }) => {
      if (type === 'FOLDER')
        await client.call('updateFolder', { params: { deploymentId, folderId: id }, body: { name } });
      else if (type === 'WORKBOOK')
        await client.call('updateWorkbook', {
          params: { deploymentId, workbookId: id },
          body: { name, expectedVersion: version },
        });
      else await client.call('updateReport', { params: { deploymentId, reportId: id }, body: { name } });
    },
    // Also where it was refused: what another editor has saved meanwhile is shown.
    onSettled: useRefresh(deploymentId),
  });
}

export function useDuplicate(deploymentId: number) {
  const { kind } = useSurface();
  return useMutation({
    mutationFn: (item: Item) =>
      client.call('duplicateWorkbook', {
        params: { deploymentId, workbookId: item.id },
        body: { shared: kind === 'app' && item.canEdit !== true },
      }),
    onSuccess: useRefresh(deploymentId),
  });
}

/** A deleted item, and the id by which it comes back; empty where it does not. */
export interface Deleted {
  readonly name: string;
  readonly undoId: string;
}

/** Deletes one item, as a bulk delete, which can be undone. @throws ApiError also for a refusal of the item */
export function useDelete(deploymentId: number) {
  return useMutation({
    mutationFn: async ({ type, id, name }: Pick<Item, 'type' | 'id' | 'name'>): Promise<Deleted> => {
      const { failed, undoId = '' } = await client.call('bulkDeleteWorkspaceObjects', {
        params: { deploymentId },
        body: { items: [{ type: type ?? 'WORKBOOK', id }] },
      });
      const [refused] = failed;
      if (refused) throw new ApiError(refused.error);
      return { name, undoId };
    },
    onSuccess: useRefresh(deploymentId),
  });
}

/** Brings back what was deleted. @throws ApiError also for a refusal of the item */
export function useUndoDelete(deploymentId: number) {
  return useMutation({
    mutationFn: async ({ undoId }: Deleted) => {
      const { failed } = await client.call('undoWorkspaceChange', { params: { deploymentId, undoId } });
      const [refused] = failed;
      if (refused) throw new ApiError(refused.error);
    },
    onSuccess: useRefresh(deploymentId),
  });
}

/** Asks for everything of the workspace anew. */
export function useRefresh(deploymentId: number): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['workspace', deploymentId] });
}
