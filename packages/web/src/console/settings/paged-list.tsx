import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../messages/console-texts.ts';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import type { usePages } from './use-pages.ts';

interface PagedListProps<T> {
  list: ReturnType<typeof usePages<T>>;
  /** What is said when it cannot be loaded. */
  unloaded: string;
  /** What stands in place of an empty list. */
  empty: ReactNode;
  children(items: readonly T[]): ReactNode;
}

/** A list with its states: loading, failed, empty, and more pages. */
export function PagedList<T>({ list: { query, items }, unloaded, empty, children }: PagedListProps<T>) {
  if (!items)
    return query.isError ? (
      <ErrorState
        title={unloaded}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <LoadingState />
    );
  return (
    <>
      {items.length === 0 ? empty : children(items)}
      {query.hasNextPage && (
        <Button
          variant="subtle"
          mt="sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('action.loadMore')}
        </Button>
      )}
    </>
  );
}
