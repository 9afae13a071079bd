import type { OperationTypes } from '@oriel/contract';
import {
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../api-error.ts';
import type { ChangeOperationId, ChangeOptions, PagedOperationId, ReadOperationId } from './api-queries.ts';
import { usePlatformQueries } from './provider.ts';
import { keyPrefix, type ReadInput } from './query-keys.ts';

export interface ReadOptions {
  /** False keeps it from being asked for. Default true. */
  enabled?: boolean;
  /** How long an answer counts as fresh, in milliseconds. Default: that of the query client. */
  staleTime?: number;
}

/** Reads an operation, and again where a change has made it stale. */
export function usePlatformQuery<Id extends ReadOperationId>(
  id: Id,
  input: ReadInput<Id>,
  options: ReadOptions = {},
) {
  return useQuery({ ...usePlatformQueries().read(id, input), ...options });
}

/** As {@link usePlatformQuery}, under a `Suspense` and an error boundary: its data are always there. */
export function usePlatformSuspenseQuery<Id extends ReadOperationId>(
  id: Id,
  input: ReadInput<Id>,
  { staleTime }: Pick<ReadOptions, 'staleTime'> = {},
) {
  return useSuspenseQuery({
    ...usePlatformQueries().read(id, input),
    ...(staleTime !== undefined && { staleTime }),
  });
}

/** Reads an operation once it is asked to, and again each time with another input. */
export function usePlatformLazyQuery<Id extends ReadOperationId>(
  id: Id,
): [ask: (input: ReadInput<Id>) => void, result: UseQueryResult<OperationTypes[Id]['answer'], ApiError>] {
  const [input, setInput] = useState<ReadInput<Id>>();
  const queries = usePlatformQueries();
  const result = useQuery<OperationTypes[Id]['answer'], ApiError>(
    input === undefined
      ? { queryKey: [keyPrefix, id, 'not asked'], queryFn: skipToken }
      : queries.read(id, input),
  );
  return [setInput, result];
}

/** Reads a list page by page: `data.pages`, `fetchNextPage`, `hasNextPage`. */
export function usePlatformPages<Id extends PagedOperationId>(
  id: Id,
  input: ReadInput<Id>,
  options: ReadOptions = {},
) {
  return useInfiniteQuery({ ...usePlatformQueries().pages(id, input), ...options });
}

/** Changes something by an operation, and has what it made stale asked for again. */
export function usePlatformMutation<Id extends ChangeOperationId>(id: Id, options: ChangeOptions<Id> = {}) {
  return useMutation(usePlatformQueries().change(id, options));
}
