import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { useCallback } from 'react';
import { sentenceOf } from '../api.ts';
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
  if (query.isPending)
    return (
      <Center h={240}>
        <Loader aria-label="Loading" />
      </Center>
    );
  if (query.isError)
    return (
      <Message title="The workspace could not be loaded" text={sentenceOf(query.error)}>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </Message>
    );
  if (items.length === 0)
    return search ? (
      <Message title="Nothing found" text={`No name contains “${search}”.`} />
    ) : (
      <Message title="This folder is empty" text="Move something here, or make a folder." />
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

function Message({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <Center h={260}>
      <Stack align="center" gap={6}>
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        {children}
      </Stack>
    </Center>
  );
}
