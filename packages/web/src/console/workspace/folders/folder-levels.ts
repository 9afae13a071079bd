import { queryOptions, useQueries } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '@oriel/contract/limits';
import { client } from '../../api/api.ts';

interface TreeFolder {
  id: number;
  name: string;
  /** Whether the user may put items into it. */
  canEdit: boolean;
}

/** The folders of one level, as far as they are known. */
interface LoadedLevel {
  folders: readonly TreeFolder[];
  isComplete: boolean;
}

/** A level as the tree shows it: what is loaded, and why there may be more. */
export interface FolderLevel extends LoadedLevel {
  hasFailed: boolean;
  isLoading: boolean;
  retry(): void;
}

/** Levels by the folder that they lie in; null is the root. */
export type FolderLevels = ReadonlyMap<number | null, FolderLevel>;

/** Loads the levels below the given folders, each page by page until its end. */
export function useFolderLevels(deploymentId: number, parentIds: readonly (number | null)[]): FolderLevels {
  const results = useQueries({ queries: parentIds.map((id) => levelOptions(deploymentId, id)) });
  return new Map(
    results.map(({ data, isError, isFetching, refetch }, index) => [
      parentIds[index] ?? null,
      {
        folders: data?.folders ?? [],
        isComplete: data?.isComplete ?? false,
        hasFailed: isError,
        isLoading: isFetching,
        retry: () => void refetch(),
      },
    ]),
  );
}

function levelOptions(deploymentId: number, parentId: number | null) {
  return queryOptions({
    queryKey: ['workspace', deploymentId, 'folders', parentId],
    queryFn: async ({ client: cache, queryKey, signal }): Promise<LoadedLevel> => {
      let folders: TreeFolder[] = [];
      for (let after: string | undefined; ;) {
        // In the order of the list beside it.
        const { items, pageInfo } = await client.call('workspaceObjects', {
          params: { deploymentId },
          query: {
            first: MAX_PAGE_SIZE,
            types: ['FOLDER'],
            ...(parentId !== null && { folderId: parentId }),
            ...(after && { after }),
          },
          signal,
        });
        folders = [
          ...folders,
          ...items.map(({ id, name, canEdit }) => ({ id, name, canEdit: canEdit === true })),
        ];
        after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined;
        if (after === undefined) return { folders, isComplete: true };
        // What is there is shown at once; a level that was complete stays so until it is loaded anew.
        cache.setQueryData<LoadedLevel>(queryKey, (shown) =>
          shown?.isComplete ? shown : { folders, isComplete: false },
        );
      }
    },
  });
}
