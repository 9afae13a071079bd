import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useFolderLevels } from './folder-levels.ts';
import { FolderTreeRow, TREE_ROW_HEIGHT, TreeNote } from './folder-tree-row.tsx';
import { treeAction } from './tree-keys.ts';
import { treeRows } from './tree-rows.ts';
import { useOpenFolders } from './use-open-folders.ts';

export interface FolderTreeProps {
  deploymentId: number;
  current: number | null;
  onChoose(folderId: number | null): void;
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
  const { openIds, isOpen, setOpen } = useOpenFolders(deploymentId, current);
  const levels = useFolderLevels(deploymentId, openIds);
  const rows = treeRows(levels, isOpen);
  const folders = rows.filter((row) => row.kind === 'folder');
  const [focused, setFocused] = useState<number | null>();
  useEffect(() => setFocused(undefined), [current]);
  const tabStop = [focused, current].find((id) => folders.some((row) => row.id === id)) ?? null;
  const tabStopIndex = rows.findIndex((row) => row.kind === 'folder' && row.id === tabStop);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => TREE_ROW_HEIGHT,
    overscan: 10,
    // The row that Tab leads to is always there, also when it is out of view.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), tabStopIndex])].sort((a, b) => a - b),
  });
  const currentIndex = rows.findIndex((row) => row.kind === 'folder' && row.id === current);
  const isCurrentThere = currentIndex >= 0;
  useEffect(() => {
    if (isCurrentThere) virtual.scrollToIndex(currentIndex);
  }, [current, isCurrentThere]);
  const focusOn = (id: number | null) => {
    setFocused(id);
    virtual.scrollToIndex(rows.findIndex((row) => row.kind === 'folder' && row.id === id));
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-folder="${String(id)}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isInRow = event.target instanceof Element && event.target.role === 'treeitem';
    if (!isInRow || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = treeAction(folders, tabStop, event.key);
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'focus') focusOn(action.id);
    else if (action.kind === 'choose') onChoose(action.id);
    else setOpen(action.id, action.kind === 'open');
  };
  return (
    <div className="tree" ref={scroller}>
      <div
        role="tree"
        aria-label="Folders"
        tabIndex={-1}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row?.kind === 'note')
            return (
              <TreeNote
                key={`note ${row.parentId}`}
                row={row}
                top={start}
                onRetry={() => levels.get(row.parentId)?.retry()}
              />
            );
          return (
            row && (
              <FolderTreeRow
                key={row.id}
                row={row}
                top={start}
                isCurrent={row.id === current}
                isTabStop={row.id === tabStop}
                isDropTarget={isDropTarget}
                onFocus={() => setFocused(row.id)}
                onChoose={() => onChoose(row.id)}
                onToggle={() => setOpen(row.id, !row.isOpen)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
