import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFolderLevels } from './folder-levels.ts';
import { TREE_ROW_HEIGHT } from './folder-tree-row.tsx';
import { treeRows } from './tree-rows.ts';
import { useOpenFolders } from './use-open-folders.ts';
import { useSurface } from '../../surface/surface.ts';
import { t } from '../../../messages/console-texts.ts';

const OVERSCAN_ROWS = 10;

interface TreeViewOptions {
  deploymentId: number;
  current: number | null;
  /** The element that the rows scroll in. */
  scroller: React.RefObject<HTMLElement | null>;
}

/** The rows of a tree of folders: which there are, which of them are drawn, and which one Tab leads to. */
export function useTreeView({ deploymentId, current, scroller }: TreeViewOptions) {
  const { openIds, isOpen, setOpen } = useOpenFolders(deploymentId, current);
  const levels = useFolderLevels(deploymentId, openIds);
  const { workspaceTitle } = useSurface();
  const rows = treeRows(levels, isOpen, workspaceTitle ?? t('workspace.title'));
  const folders = rows.filter((row) => row.kind === 'folder');
  const indexOf = (id: number | null) => rows.findIndex((row) => row.kind === 'folder' && row.id === id);

  const [focus, setFocus] = useState<{ id: number | null; current: number | null }>();
  const setFocused = (id: number | null) => setFocus({ id, current });
  // The last folder that had the focus since the current one was chosen, else the current one, else the root.
  const focused = focus?.current === current ? focus.id : undefined;
  const tabStop = [focused, current].find((id) => folders.some((row) => row.id === id)) ?? null;
  const tabStopIndex = indexOf(tabStop);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => TREE_ROW_HEIGHT,
    overscan: OVERSCAN_ROWS,
    // The row that Tab leads to is always there, also when it is out of view.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), tabStopIndex])].sort((a, b) => a - b),
  });
  // When it is chosen or has been loaded; not when rows above it open or close.
  const scrollTo = useEffectEvent((id: number | null) => virtual.scrollToIndex(indexOf(id)));
  const isCurrentThere = indexOf(current) >= 0;
  useEffect(() => {
    if (isCurrentThere) scrollTo(current);
  }, [current, isCurrentThere]);

  const focusOn = (id: number | null) => {
    // The row that Tab leads to is drawn at once, and has the focus before the next key arrives.
    flushSync(() => setFocused(id));
    scroller.current
      ?.querySelector<HTMLElement>(`[data-folder="${String(id)}"]`)
      ?.focus({ preventScroll: true });
    virtual.scrollToIndex(indexOf(id));
  };
  return { levels, rows, folders, virtual, tabStop, setFocused, focusOn, setOpen };
}
