import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingState } from '../elements/states.tsx';

interface LoadedListProps<T> {
  query: UseQueryResult<T[]>;
  /** What is said when it cannot be loaded. */
  unloaded: string;
  /** What stands in place of an empty list. */
  empty: ReactNode;
  children(items: readonly T[]): ReactNode;
}

/** A list that comes as a whole, with its states: loading, failed, empty. */
export function LoadedList<T>({ query, unloaded, empty, children }: LoadedListProps<T>) {
  const { data, isError, error, isFetching, refetch } = query;
  if (data) return data.length === 0 ? empty : children(data);
  return isError ? (
    <ErrorState title={unloaded} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  ) : (
    <LoadingState />
  );
}
