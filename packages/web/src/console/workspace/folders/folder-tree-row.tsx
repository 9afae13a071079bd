import { Button, Loader } from '@mantine/core';
import { useDroppable } from '@dnd-kit/core';
import { IconChevronRight, IconFolder, IconFolderOpen, IconHome } from '@tabler/icons-react';
import { useId } from 'react';
import type { FolderRow, NoteRow } from './tree-rows.ts';
import styles from './folder-tree.module.css';
import { formatCount } from '../../times/format-time.ts';
import { t } from '../../../messages/console-texts.ts';

/** Pixels of a row; the tree draws only the rows in view. */
export const TREE_ROW_HEIGHT = 32;
const INDENT_PX = 16;

/** Not by a transform: where something may be dropped is measured without it. */
const positionOf = (top: number, level: number) => ({
  top,
  height: TREE_ROW_HEIGHT,
  paddingInlineStart: (level - 1) * INDENT_PX,
});

interface FolderTreeRowProps {
  row: FolderRow;
  top: number;
  isCurrent: boolean;
  /** Whether Tab leads to this row; it does to one row of a tree. */
  isTabStop: boolean;
  isDropTarget: boolean;
  onFocus(): void;
  onChoose(): void;
  onToggle(): void;
}

export function FolderTreeRow(props: FolderTreeRowProps) {
  const { row, top, isCurrent, isTabStop, isDropTarget, onFocus, onChoose, onToggle } = props;
  const { setNodeRef, isOver } = useDroppable({
    // Each tree its own: a dialog's tree that closes would else unregister the page's targets of the same name.
    id: useId(),
    data: { folderId: row.id },
    disabled: !isDropTarget,
  });
  const Icon = row.id === null ? IconHome : row.isOpen && !row.isLeaf ? IconFolderOpen : IconFolder;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys of its rows
    <div
      ref={setNodeRef}
      role="treeitem"
      className={styles.row}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={row.isLeaf ? undefined : row.isOpen}
      aria-selected={isCurrent}
      tabIndex={isTabStop ? 0 : -1}
      data-folder={String(row.id)}
      data-over={isOver}
      style={positionOf(top, row.level)}
      onFocus={onFocus}
      onClick={onChoose}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for the pointer; the arrow keys do it too */}
      <span
        className={styles.chevron}
        data-open={row.isOpen}
        data-leaf={row.isLeaf}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
      >
        <IconChevronRight size={14} />
      </span>
      <Icon size={16} className={styles.icon} aria-hidden="true" />
      <span className={styles.name} title={row.name}>
        {row.name}
      </span>
    </div>
  );
}

interface TreeNoteProps {
  row: NoteRow;
  top: number;
  onRetry(): void;
}

/** Says at the end of a level that more is coming, or that it could not come. */
export function TreeNote({ row: { state, loaded, level }, top, onRetry }: TreeNoteProps) {
  const count = formatCount(loaded);
  return (
    <div
      className={styles.note}
      role="treeitem"
      aria-level={level}
      aria-selected={false}
      aria-live="polite"
      tabIndex={-1}
      style={positionOf(top, level)}
    >
      {state === 'loading' ? (
        <>
          <Loader size={12} aria-hidden="true" />
          <span>
            {loaded === 0 ? t('workspace.tree.loading') : t('workspace.tree.loadingMore', { count })}
          </span>
        </>
      ) : (
        <>
          <span>{loaded === 0 ? t('workspace.tree.failed') : t('workspace.tree.restFailed', { count })}</span>
          <Button size="compact-xs" variant="light" onClick={onRetry}>
            {t('action.tryAgain')}
          </Button>
        </>
      )}
    </div>
  );
}
