import { Button, Loader } from '@mantine/core';
import { sentenceOf } from '../../api/error-text.ts';
import type { useItems } from '../api/workspace-api.ts';
import styles from './item-list.module.css';
import { t } from '../../../messages/console-texts.ts';

interface ListStatusProps {
  query: ReturnType<typeof useItems>;
  loaded: number;
}

/** How much of the list is there: all of it, a part with more on its way, or a part and no rest. */
export function ListStatus({ query, loaded }: ListStatusProps) {
  const items = t('workspace.list.count', { count: loaded });
  const more = () => void query.fetchNextPage();
  if (query.isFetchingNextPage)
    return (
      <div className={styles.status} role="status">
        {t('workspace.list.loadingMore', { items })} <Loader size={12} aria-hidden="true" />
      </div>
    );
  if (query.isError)
    return (
      <div className={styles.status} role="alert">
        {query.isFetchNextPageError
          ? t('workspace.list.restFailed', { items, reason: sentenceOf(query.error) })
          : t('workspace.list.refreshFailed', { items, reason: sentenceOf(query.error) })}
        <Button
          size="compact-xs"
          variant="light"
          onClick={query.isFetchNextPageError ? more : () => void query.refetch()}
        >
          {t('action.tryAgain')}
        </Button>
      </div>
    );
  return (
    <div className={styles.status} role="status">
      {query.hasNextPage ? t('workspace.list.part', { items }) : items}
      {query.hasNextPage && (
        <Button size="compact-xs" variant="light" onClick={more}>
          {t('action.loadMore')}
        </Button>
      )}
    </div>
  );
}
