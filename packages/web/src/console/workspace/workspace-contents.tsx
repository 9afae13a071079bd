import { useCallback } from 'react';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';
import { ItemList } from './item-list.tsx';
import type { Selection } from './selection.ts';
import type { Item, useItems } from './workspace-api.ts';

interface WorkspaceContentsProps {
  query: ReturnType<typeof useItems>;
  items: readonly Item[];
  /** What was searched for, if anything. */
  search: string | undefined;
  selection: Selection;
  onSelect(selection: Selection): void;
  onOpen(item: Item): void;
}

/** The list of a folder or of a search, or why there is none. */
export function WorkspaceContents(props: WorkspaceContentsProps) {
  const { query, items, search, selection, onSelect, onOpen } = props;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onEndReached = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (query.isPending) return <LoadingState />;
  if (query.isError && items.length === 0)
    return (
      <ErrorState
        title="The workspace could not be loaded"
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (items.length === 0)
    return search ? (
      <MessageState title="Nothing found" text={`No name contains “${search}”.`} />
    ) : (
      <MessageState title="This folder is empty" text="Move something here, or make a folder." />
    );
  return (
    <ItemList
      items={items}
      showPaths={search !== undefined}
      selection={selection}
      onSelect={onSelect}
      onOpen={onOpen}
      onEndReached={onEndReached}
    />
  );
}
