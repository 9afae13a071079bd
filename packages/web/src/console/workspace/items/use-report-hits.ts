import type { Report } from '@oriel/contract';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../../api/api.ts';
import { useSurface } from '../../surface/surface.ts';
import type { WorkspaceSearch } from '../api/workspace-search.ts';

const PAGE = 100;

/** The reports of workbooks that a search has found, as far as they are loaded. */
export interface ReportHits {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'isLoading' | 'error'
  >;
  reports: readonly Report[];
}

/** Searches the reports of workbooks, which lie in no list of a folder. An embedded application does not list them. */
export function useReportHits(
  deploymentId: number,
  { search, type, favorites }: WorkspaceSearch,
): ReportHits {
  const { kind } = useSurface();
  const isWanted =
    kind === 'console' && search !== undefined && !favorites && (type === undefined || type === 'REPORT');
  const query = useInfiniteQuery({
    queryKey: ['workspace', deploymentId, 'report-hits', search],
    enabled: isWanted,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.call('getReports', {
        params: { deploymentId },
        query: { search, first: PAGE, sortBy: 'name', after: pageParam },
        signal,
      }),
    getNextPageParam: ({ pageInfo }) =>
      pageInfo?.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // Those of folders are in the list already.
  const reports = isWanted
    ? (query.data?.pages.flatMap(({ items }) => items.filter(({ workbookId }) => workbookId != null)) ?? [])
    : [];
  const goesOn = isWanted && reports.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return { query, reports };
}
