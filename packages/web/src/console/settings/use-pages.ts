import { keepPreviousData, useInfiniteQuery, type QueryKey } from '@tanstack/react-query';

/** Items of a page; lists of settings are read by so many. */
const PAGE = 100;

/** A page of a list, as the API answers it. */
interface Page<T> {
  readonly items: readonly T[];
  readonly pageInfo?:
    | { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined }
    | null
    | undefined;
}

/**
 * A list of the API, page by page, as one list that grows.
 *
 * @param read reads the page behind a cursor, or the first
 */
export function usePages<T>(
  queryKey: QueryKey,
  read: (query: { first: number; after?: string }) => Promise<Page<T>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read({ first: PAGE, ...(pageParam !== undefined && { after: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) =>
      pageInfo?.hasNextPage === true ? (pageInfo.endCursor ?? undefined) : undefined,
    placeholderData: keepPreviousData,
  });
  return { query, items: query.data?.pages.flatMap((page) => page.items) };
}
