import { useRef } from 'react';
import { FolderTreeRow, TreeNote } from './folder-tree-row.tsx';
import { treeAction } from './tree-keys.ts';
import { useTreeView } from './use-tree-view.ts';
import styles from './folder-tree.module.css';
import { t } from '../../../messages/console-texts.ts';

interface FolderTreeProps {
  deploymentId: number;
  current: number | null;
  /** `canEdit` says whether the user may put items into the folder. */
  onChoose(folderId: number | null, canEdit: boolean): void;
  /** Whether things may be dropped on the folders; a dialog's tree takes none. */
  isDropTarget?: boolean;
}

/**
 * The folders of the workspace; each level is loaded when it is opened, and only the rows in view are drawn.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/treeview/
 */
export function FolderTree({ deploymentId, current, onChoose, isDropTarget = false }: FolderTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const tree = useTreeView({ deploymentId, current, scroller });
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isInRow = event.target instanceof Element && event.target.role === 'treeitem';
    if (!isInRow || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = treeAction(tree.folders, tree.tabStop, event.key);
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'focus') tree.focusOn(action.id);
    else if (action.kind === 'choose')
      onChoose(action.id, tree.folders.find(({ id }) => id === action.id)?.canEdit ?? false);
    else tree.setOpen(action.id, action.kind === 'open');
  };
  return (
    <div className={styles.tree} ref={scroller}>
      <div
        role="tree"
        aria-label={t('workspace.folders')}
        tabIndex={-1}
        style={{ height: tree.virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {tree.virtual.getVirtualItems().map(({ index, start }) => {
          const row = tree.rows[index];
          if (row?.kind === 'note')
            return (
              <TreeNote
                key={`note ${row.parentId}`}
                row={row}
                top={start}
                onRetry={() => tree.levels.get(row.parentId)?.retry()}
              />
            );
          return (
            row && (
              <FolderTreeRow
                key={String(row.id)}
                row={row}
                top={start}
                isCurrent={row.id === current}
                isTabStop={row.id === tree.tabStop}
                isDropTarget={isDropTarget && row.canEdit}
                onFocus={() => tree.setFocused(row.id)}
                onChoose={() => onChoose(row.id, row.canEdit)}
                onToggle={() => tree.setOpen(row.id, !row.isOpen)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
