import type { DashboardStatus, Workbook } from '@oriel/contract';
import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { useSurface, type ConsoleSurface } from '../surface/surface.ts';

const PAGE = 20;

/** A workbook with its dashboard, as the user sees it. */
export function useWorkbook(deploymentId: number, workbookId: number) {
  return useQuery(workbookOptions(deploymentId, workbookId));
}

/** Workbooks by their ids, as far as they are loaded. */
export function useWorkbooks(
  deploymentId: number,
  workbookIds: readonly number[],
): ReadonlyMap<number, Workbook> {
  const results = useQueries({ queries: workbookIds.map((id) => workbookOptions(deploymentId, id)) });
  return new Map(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])));
}

function workbookOptions(deploymentId: number, workbookId: number) {
  return queryOptions({
    queryKey: ['workbook', deploymentId, workbookId],
    queryFn: () => client.call('getWorkbook', { params: { deploymentId, workbookId } }),
  });
}

/** The versions of a workbook's dashboard, newest first. */
export function useVersions({ deploymentId, id }: Workbook) {
  return useInfiniteQuery({
    queryKey: ['workbook', deploymentId, id, 'versions'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.call('listDashboardVersions', {
        params: { deploymentId, workbookId: id },
        query: { first: PAGE, ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ pageInfo }) =>
      pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
  });
}

/** Fetches a workbook and what is shown of it anew. */
export function useReload({ deploymentId, id }: Workbook): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['workbook', deploymentId, id] }),
      queryClient.invalidateQueries({ queryKey: ['workspace', deploymentId] }),
    ]);
  };
}

/** Restores a version as the draft, unless another editor has changed the workbook since it was loaded. */
export function useRestore(workbook: Workbook) {
  const { deploymentId, id, version } = workbook;
  const reload = useReload(workbook);
  return useMutation({
    mutationFn: (input: { versionNumber: number; keepOtherReports: boolean }) =>
      client.call('restoreDashboardVersion', {
        params: { deploymentId, workbookId: id, versionNumber: input.versionNumber },
        body: { keepOtherReports: input.keepOtherReports, expectedVersion: version },
      }),
    onSuccess: reload,
  });
}

/** Publishes the draft, as the user has seen it. */
export function usePublish(workbook: Workbook) {
  const { deploymentId, id, version } = workbook;
  const reload = useReload(workbook);
  return useMutation({
    mutationFn: () =>
      client.call('publishDashboard', {
        params: { deploymentId, workbookId: id },
        body: { workbookId: id, expectedVersion: version },
      }),
    onSuccess: reload,
  });
}

/** Shows a dashboard to its viewers, or takes it from them. */
export function useStatus(workbook: Workbook) {
  const { deploymentId, id } = workbook;
  const reload = useReload(workbook);
  return useMutation({
    mutationFn: (status: DashboardStatus) =>
      client.call('updateDashboardState', { params: { deploymentId, workbookId: id }, body: { status } }),
    onSuccess: reload,
  });
}

/** Copies a workbook. */
export function useDuplicateWorkbook(workbook: Workbook) {
  const { deploymentId, id } = workbook;
  const reload = useReload(workbook);
  const { kind } = useSurface();
  return useMutation({
    mutationFn: () =>
      client.call('duplicateWorkbook', {
        params: { deploymentId, workbookId: id },
        body: copyOf(workbook, kind),
      }),
    onSuccess: reload,
  });
}

/** What is copied of a workbook: a viewer copies one that is not its own as it is published. */
function copyOf({ canEdit }: Pick<Workbook, 'canEdit'>, kind: ConsoleSurface['kind']) {
  return { shared: kind === 'app' && canEdit !== true };
}
