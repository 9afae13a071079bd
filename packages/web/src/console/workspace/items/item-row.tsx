import { Checkbox, Text } from '@mantine/core';
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { IconChartBar, IconFolder, IconLayoutDashboard } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { FavoriteStar } from '../../favorites/favorite-star.tsx';
import { formatDay } from '../../times/format-time.ts';
import { keyOf } from '../selection/selection.ts';
import type { Item } from '../api/workspace-api.ts';
import styles from './item-list.module.css';
import { t } from '../../../messages/console-texts.ts';

/** Pixels of a row; the list draws only the rows in view. */
export const ITEM_ROW_HEIGHT = 44;
const icons = { FOLDER: IconFolder, WORKBOOK: IconLayoutDashboard, REPORT: IconChartBar } as const;

interface ItemRowProps {
  item: Item;
  index: number;
  top: number;
  showPath: boolean;
  isSelected: boolean;
  onClick(shift: boolean, toggle: boolean): void;
}

/** One thing of the list: it can be dragged, and where it is a folder, dropped on. */
export function ItemRow({ item, index, top, showPath, isSelected, onClick }: ItemRowProps) {
  const drag = useDraggable({
    id: keyOf(item),
    data: { item },
    disabled: item.canManage !== true,
  });
  const drop = useDroppable({
    id: `row ${keyOf(item)}`,
    data: { folderId: item.id },
    disabled: item.type !== 'FOLDER' || item.canEdit !== true,
  });
  const Icon = icons[item.type];
  const path = (item.folderPath ?? []).map(({ name }) => name).join(' / ');
  return (
    <div
      ref={(node) => {
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      className={styles.row}
      role="listitem"
      data-index={index}
      data-selected={isSelected}
      data-over={drop.isOver}
      // Not by a transform: where something may be dropped is measured without it.
      style={{ top, height: ITEM_ROW_HEIGHT }}
      {...drag.listeners}
    >
      <Checkbox
        size="xs"
        aria-label={t('workspace.select', { name: item.name })}
        checked={isSelected}
        onChange={() => {}}
        onClick={(event) => onClick(event.shiftKey, true)}
      />
      <Link
        {...addressOf(item)}
        className={styles.link}
        draggable={false}
        onClick={(event) => {
          const { shiftKey, ctrlKey, metaKey } = event;
          if (!shiftKey && !ctrlKey && !metaKey) return;
          event.preventDefault();
          onClick(shiftKey, !shiftKey);
        }}
      >
        <Icon size={18} className={styles.icon} data-kind={item.type} />
        <Text span truncate inherit>
          {item.name}
        </Text>
        {showPath && path !== '' && (
          <Text span c="dimmed" size="xs" truncate>
            {path}
          </Text>
        )}
      </Link>
      <FavoriteStar item={item} />
      <span className={styles.kind}>
        {t(`workspace.kind.${item.type === 'WORKBOOK' && item.publishedDashboard ? 'DASHBOARD' : item.type}`)}
      </span>
      <span className={styles.time}>{formatDay(item.updatedAt)}</span>
    </div>
  );
}

/** Where a thing is shown; a link, so that it opens in a new tab too. */
function addressOf({ type, id, publishedDashboard, canEdit }: Item): LinkProps {
  if (type === 'FOLDER') return { to: '/workspace/folders/$folderId', params: { folderId: String(id) } };
  if (type === 'REPORT') return { to: '/reports/$reportId', params: { reportId: String(id) } };
  if (!publishedDashboard && canEdit)
    return { to: '/workbook/$workbookId', params: { workbookId: String(id) } };
  return { to: '/dashboards/$workbookId', params: { workbookId: String(id) } };
}
