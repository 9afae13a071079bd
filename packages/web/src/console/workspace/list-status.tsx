import { Button, Loader } from '@mantine/core';
import { sentenceOf } from '../api.ts';
import type { useItems } from './workspace-api.ts';
import styles from './item-list.module.css';

interface ListStatusProps {
  query: ReturnType<typeof useItems>;
  loaded: number;
}

/** How much of the list is there: all of it, a part with more on its way, or a part whose rest could not be loaded. */
export function ListStatus({ query, loaded }: ListStatusProps) {
  const count = `${loaded.toLocaleString()} ${loaded === 1 ? 'item' : 'items'}`;
  const more = () => void query.fetchNextPage();
  if (query.isFetchingNextPage)
    return (
      <div className={styles.status} role="status">
        {count} loaded, loading more … <Loader size={12} aria-hidden="true" />
      </div>
    );
  if (query.isError)
    return (
      <div className={styles.status} role="alert">
        {count} loaded; {query.isFetchNextPageError ? 'the rest' : 'a newer list'} could not be loaded.{' '}
        {sentenceOf(query.error)}
        <Button
          size="compact-xs"
          variant="light"
          onClick={query.isFetchNextPageError ? more : () => void query.refetch()}
        >
          Try again
        </Button>
      </div>
    );
  return (
    <div className={styles.status} role="status">
      {query.hasNextPage ? `${count} loaded` : count}
      {query.hasNextPage && (
        <Button size="compact-xs" variant="light" onClick={more}>
          Load more
        </Button>
      )}
    </div>
  );
}
