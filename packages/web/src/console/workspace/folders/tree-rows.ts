import type { FolderLevels } from './folder-levels.ts';

/** A folder in the tree; the root of the workspace has the id null and level 1. */
export interface FolderRow {
  kind: 'folder';
  id: number | null;
  name: string;
  /** Whether the user may put items into it; the root takes every item that the user may move. */
  canEdit: boolean;
  level: number;
  isOpen: boolean;
  /** Known to hold no folder. */
  isLeaf: boolean;
  /** Its place among the folders of its level, from 1, and how many of them are known. */
  position: number;
  setSize: number;
}

/** The last row of a level that is not completely loaded. */
export interface NoteRow {
  kind: 'note';
  parentId: number | null;
  level: number;
  state: 'loading' | 'failed';
  /** How many folders of the level are shown above it. */
  loaded: number;
}

type TreeRow = FolderRow | NoteRow;

/** The rows of the tree from top to bottom, as far as folders are open. */
export function treeRows(
  levels: FolderLevels,
  isOpen: (id: number | null) => boolean,
  rootName: string,
): TreeRow[] {
  type Folder = Pick<FolderRow, 'id' | 'name' | 'canEdit'>;
  const rowsOf = (folder: Folder, level: number, position: number, setSize: number): TreeRow[] => {
    const { id, name, canEdit } = folder;
    const children = levels.get(id);
    const row: FolderRow = {
      kind: 'folder',
      id,
      name,
      canEdit,
      level,
      isOpen: isOpen(id),
      isLeaf: children !== undefined && children.isComplete && children.folders.length === 0,
      position,
      setSize,
    };
    if (!row.isOpen || !children) return [row];
    const { folders, isComplete, hasFailed, isLoading } = children;
    const below = folders.flatMap((child, index) => rowsOf(child, level + 1, index + 1, folders.length));
    if (isComplete) return [row, ...below];
    const state = hasFailed && !isLoading ? 'failed' : 'loading';
    return [row, ...below, { kind: 'note', parentId: id, level: level + 1, state, loaded: folders.length }];
  };
  return rowsOf({ id: null, name: rootName, canEdit: true }, 1, 1, 1);
}
