import { useCallback } from 'react';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import type { OnCreate } from './create-buttons.tsx';
import { EmptyList } from './empty-list.tsx';
import { ItemList } from './items/item-list.tsx';
import { ListStatus } from './items/list-status.tsx';
import type { Selection } from './selection/selection.ts';
import { useReportHits } from './items/use-report-hits.ts';
import { WorkbookReportHits } from './items/workbook-report-hits.tsx';
import type { Item, useItems } from './api/workspace-api.ts';
import type { WorkspaceSearch } from './api/workspace-search.ts';
import styles from './items/item-list.module.css';
import { t } from '../../messages/console-texts.ts';

interface WorkspaceContentsProps {
  deploymentId: number;
  query: ReturnType<typeof useItems>;
  items: readonly Item[];
  folderId: number | null;
  view: WorkspaceSearch;
  selection: Selection;
  onSelect(selection: Selection): void;
  onDelete(): void;
  onView(change: WorkspaceSearch): void;
  /** Absent where the user may make nothing. */
  onCreate: OnCreate | undefined;
}

/** The list of a folder or of a search, or why there is none. */
export function WorkspaceContents(props: WorkspaceContentsProps) {
  const { deploymentId, query, items, folderId, view, selection, onSelect, onDelete, onView, onCreate } =
    props;
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const onEndReached = useCallback(() => {
    // After an error it is for the user to try again.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const hits = useReportHits(deploymentId, view);
  // Whether there is nothing at all is known when both have answered.
  if (query.isPending || (items.length === 0 && hits.query.isLoading)) return <LoadingState />;
  if (query.isError && items.length === 0)
    return (
      <ErrorState
        title={t('workspace.unloaded')}
        missing={t('workspace.noFolder')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (items.length === 0 && hits.reports.length === 0 && !hits.query.error)
    return <EmptyList view={view} isRoot={folderId === null} onView={onView} onCreate={onCreate} />;
  return (
    <>
      {items.length > 0 && (
        <div className={styles.frame}>
          <ItemList
            items={items}
            view={view}
            onView={onView}
            selection={selection}
            onSelect={onSelect}
            onDelete={onDelete}
            onEndReached={onEndReached}
          />
          <ListStatus query={query} loaded={items.length} />
        </div>
      )}
      <FailureAlert error={hits.query.error} mb="sm" />
      <WorkbookReportHits deploymentId={deploymentId} {...hits} />
    </>
  );
}
