import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { ITEM_ROW_HEIGHT, ItemRow } from './item-row.tsx';
import { clickOn, emptySelection, keyOf, type Selection } from '../selection/selection.ts';
import type { Item } from '../api/workspace-api.ts';
import type { WorkspaceSearch } from '../api/workspace-search.ts';
import styles from './item-list.module.css';
import { t } from '../../../messages/console-texts.ts';

/** So many rows before the end of what is loaded, more is asked for. */
const ROWS_AHEAD = 10;

interface ItemListProps {
  items: readonly Item[];
  /** The results of a search are shown with their paths. */
  view: WorkspaceSearch;
  onView(change: WorkspaceSearch): void;
  selection: Selection;
  onSelect(selection: Selection): void;
  /** Called when what is selected is to be deleted. */
  onDelete(): void;
  onEndReached(): void;
}

/**
 * The things of a folder. Arrow keys walk, Space selects, Enter opens, Ctrl+A selects all, Delete deletes; dragging
 * moves.
 */
export function ItemList({
  items,
  view,
  onView,
  selection,
  onSelect,
  onDelete,
  onEndReached,
}: ItemListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ITEM_ROW_HEIGHT,
    overscan: ROWS_AHEAD,
  });
  const rows = virtual.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && lastIndex >= items.length - ROWS_AHEAD) onEndReached();
  }, [lastIndex, items.length, onEndReached]);
  const keys = items.map(keyOf);
  const everything: Selection = { keys: new Set(keys), anchor: keys[0] };
  const focusRow = (index: number) => {
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus(),
    );
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    const index = Number(row?.getAttribute('data-index'));
    if (event.key === 'ArrowDown' && index < items.length - 1) focusRow(index + 1);
    else if (event.key === 'ArrowUp' && index > 0) focusRow(index - 1);
    else if (event.key === ' ' && keys[index] !== undefined)
      onSelect(clickOn(selection, keys[index], keys, { shift: event.shiftKey, toggle: true }));
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(everything);
    else if (event.key === 'Escape') onSelect(emptySelection);
    else if (isDelete(event) && keys[index] !== undefined) {
      // Where nothing is selected, the row with the focus is meant.
      if (!keys.some((key) => selection.keys.has(key)))
        onSelect(clickOn(selection, keys[index], keys, { shift: false, toggle: false }));
      onDelete();
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <ListHeader
        view={view}
        onView={onView}
        selected={keys.filter((key) => selection.keys.has(key)).length}
        total={keys.length}
        onSelectAll={(isWanted) => onSelect(isWanted ? everything : emptySelection)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- keys of the rows inside bubble to here */}
      <div
        className={styles.list}
        ref={scroller}
        onKeyDown={onKeyDown}
        role="list"
        aria-label={t('workspace.contents')}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {rows.map(({ index, start }) => {
            const item = items[index];
            if (!item) return null;
            const key = keyOf(item);
            return (
              <ItemRow
                key={key}
                item={item}
                index={index}
                top={start}
                showPath={view.search !== undefined}
                isSelected={selection.keys.has(key)}
                onClick={(shift, toggle) => onSelect(clickOn(selection, key, keys, { shift, toggle }))}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Delete, and what a Mac has in its place. */
const isDelete = ({ key, metaKey }: React.KeyboardEvent) =>
  key === 'Delete' || (key === 'Backspace' && metaKey);

interface ListHeaderProps extends Pick<ItemListProps, 'view' | 'onView'> {
  selected: number;
  total: number;
  onSelectAll(isWanted: boolean): void;
}

function ListHeader({ view, onView, selected, total, onSelectAll }: ListHeaderProps) {
  return (
    <div className={styles.header}>
      <Checkbox
        size="xs"
        aria-label={t('workspace.selectAll')}
        checked={selected === total}
        indeterminate={selected > 0 && selected < total}
        onChange={(event) => onSelectAll(event.currentTarget.checked)}
      />
      <span className={styles.nameHeader}>
        <SortButton sort="name" view={view} onView={onView} />
      </span>
      <span className={styles.kind}>{t('workspace.column.kind')}</span>
      <span className={styles.time}>
        <SortButton sort="updated_at" view={view} onView={onView} />
      </span>
    </div>
  );
}

/**
 * The columns that a list is ordered by, each with the direction that it begins with, and what the directions are
 * called.
 */
const columns = {
  name: { heading: 'name', first: 'ASC', ASC: 'byName', DESC: 'byNameBackwards' },
  updated_at: { heading: 'changed', first: 'DESC', ASC: 'byChangeBackwards', DESC: 'byChange' },
} as const;

/** Orders the list by a column, and the other way where it is ordered by it already. */
function SortButton({
  sort,
  view,
  onView,
}: { sort: keyof typeof columns } & Pick<ItemListProps, 'view' | 'onView'>) {
  const column = columns[sort];
  const current = (view.sort ?? 'name') === sort ? (view.direction ?? 'ASC') : undefined;
  const next = current === undefined ? column.first : current === 'ASC' ? 'DESC' : 'ASC';
  const Icon = current === 'ASC' ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton
      className={styles.sort}
      title={t(`workspace.toolbar.${column[next]}`)}
      aria-pressed={current !== undefined}
      onClick={() => onView({ sort, direction: next })}
    >
      {t(`workspace.column.${column.heading}`)}
      {current && <Icon size={14} aria-hidden />}
    </UnstyledButton>
  );
}
