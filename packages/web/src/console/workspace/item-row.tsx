import { Checkbox, Text, UnstyledButton } from '@mantine/core';
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { IconChartBar, IconFolder, IconLayoutDashboard } from '@tabler/icons-react';
import { keyOf } from './selection.ts';
import type { Item } from './workspace-api.ts';

/** Pixels of a row; the list draws only the rows in view. */
export const ITEM_ROW_HEIGHT = 44;
const icons = { FOLDER: IconFolder, WORKBOOK: IconLayoutDashboard, REPORT: IconChartBar } as const;
const kinds = { FOLDER: 'Folder', WORKBOOK: 'Workbook', REPORT: 'Report' } as const;

interface ItemRowProps {
  item: Item;
  index: number;
  top: number;
  showPath: boolean;
  isSelected: boolean;
  onClick(shift: boolean, toggle: boolean): void;
  onOpen(): void;
}

/** One thing of the list: it can be dragged, and where it is a folder, dropped on. */
export function ItemRow({ item, index, top, showPath, isSelected, onClick, onOpen }: ItemRowProps) {
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
      style={{ transform: `translateY(${top}px)`, height: ITEM_ROW_HEIGHT }}
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
      <span className="column-kind">
        {item.type === 'WORKBOOK' && item.publishedDashboard ? 'Dashboard' : kinds[item.type]}
      </span>
      <span className="column-time">
        {new Date(item.updatedAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}
      </span>
    </div>
  );
}
