import { Checkbox, Group, Text, UnstyledButton } from '@mantine/core';
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { IconChartBar, IconFolder, IconLayoutDashboard } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { clickOn, keyOf, type Selection } from './selection.ts';
import type { Item } from './workspace-api.ts';

interface ItemListProps {
  items: readonly Item[];
  /** Whether each thing is shown with its path, as in the results of a search. */
  showPaths: boolean;
  selection: Selection;
  onSelect(selection: Selection): void;
  onOpen(item: Item): void;
  onEndReached(): void;
}

const ROW_HEIGHT = 44;
const icons = { FOLDER: IconFolder, WORKBOOK: IconLayoutDashboard, REPORT: IconChartBar } as const;
const kinds = { FOLDER: 'Folder', WORKBOOK: 'Workbook', REPORT: 'Report' } as const;

/** The things of a folder. Arrow keys walk, Space selects, Enter opens, Ctrl+A selects all; dragging moves. */
export function ItemList({ items, showPaths, selection, onSelect, onOpen, onEndReached }: ItemListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const rows = virtual.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && lastIndex >= items.length - 10) onEndReached();
  }, [lastIndex, items.length, onEndReached]);
  const keys = items.map(keyOf);
  const focusRow = (index: number) => {
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] .item-name`)?.focus(),
    );
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const index = Number((event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index'));
    if (event.key === 'ArrowDown' && index < items.length - 1) focusRow(index + 1);
    else if (event.key === 'ArrowUp' && index > 0) focusRow(index - 1);
    else if (event.key === ' ' && keys[index] !== undefined)
      onSelect(clickOn(selection, keys[index], keys, { shift: event.shiftKey, toggle: true }));
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      onSelect({ keys: new Set(keys), anchor: keys[0] });
    else if (event.key === 'Escape') onSelect({ keys: new Set(), anchor: undefined });
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- keys of the rows inside bubble to here
    <div className="item-list" ref={scroller} onKeyDown={onKeyDown} role="list" aria-label="Contents">
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {rows.map(({ index, start }) => {
          const item = items[index];
          if (!item) return null;
          const key = keyOf(item);
          return (
            <Row
              key={key}
              item={item}
              index={index}
              top={start}
              showPath={showPaths}
              isSelected={selection.keys.has(key)}
              onClick={(shift, toggle) => onSelect(clickOn(selection, key, keys, { shift, toggle }))}
              onOpen={() => onOpen(item)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  item: Item;
  index: number;
  top: number;
  showPath: boolean;
  isSelected: boolean;
  onClick(shift: boolean, toggle: boolean): void;
  onOpen(): void;
}

function Row({ item, index, top, showPath, isSelected, onClick, onOpen }: RowProps) {
  const drag = useDraggable({ id: keyOf(item), data: { item } });
  const drop = useDroppable({
    id: `row ${keyOf(item)}`,
    data: { folderId: item.id },
    disabled: item.type !== 'FOLDER',
  });
  const Icon = icons[item.type];
  const path = (item.folderPath ?? []).map(({ name }) => name).join(' / ');
  return (
    <div
      ref={(node) => {
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      className="item-row"
      role="listitem"
      data-index={index}
      data-selected={isSelected}
      data-over={drop.isOver}
      style={{ transform: `translateY(${top}px)`, height: ROW_HEIGHT }}
      {...drag.listeners}
    >
      <Checkbox
        size="xs"
        aria-label={`Select ${item.name}`}
        checked={isSelected}
        onChange={() => {}}
        onClick={(event) => onClick(event.shiftKey, true)}
      />
      <UnstyledButton
        className="item-name"
        onClick={(event) =>
          event.shiftKey || event.ctrlKey || event.metaKey
            ? onClick(event.shiftKey, !event.shiftKey)
            : onOpen()
        }
      >
        <Icon size={18} className={`icon-${item.type.toLowerCase()}`} />
        <Text span truncate inherit>
          {item.name}
        </Text>
        {showPath && path !== '' && (
          <Text span c="dimmed" size="xs" truncate>
            {path}
          </Text>
        )}
      </UnstyledButton>
      <Group gap="lg" wrap="nowrap" visibleFrom="sm" c="dimmed" fz="xs">
        <span className="column-kind">
          {item.type === 'WORKBOOK' && item.publishedDashboard ? 'Dashboard' : kinds[item.type]}
        </span>
        <span className="column-time">
          {new Date(item.updatedAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}
        </span>
      </Group>
    </div>
  );
}
