import type { FolderRow } from './tree-rows.ts';

/** What a key asks of the tree. */
export type TreeAction =
  | { kind: 'focus'; id: number | null }
  | { kind: 'open' | 'close' | 'choose'; id: number | null };

/**
 * What a key does while a folder has the focus; undefined where it does nothing.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/treeview/#keyboardinteraction
 */
export function treeAction(
  rows: readonly FolderRow[],
  focusedId: number | null,
  key: string,
): TreeAction | undefined {
  const index = rows.findIndex(({ id }) => id === focusedId);
  const row = rows[index];
  if (!row) return undefined;
  const focusOn = (target: FolderRow | undefined): TreeAction | undefined =>
    target && target !== row ? { kind: 'focus', id: target.id } : undefined;
  switch (key) {
    case 'ArrowDown':
      return focusOn(rows[index + 1]);
    case 'ArrowUp':
      return focusOn(rows[index - 1]);
    case 'Home':
      return focusOn(rows[0]);
    case 'End':
      return focusOn(rows.at(-1));
    case 'ArrowRight':
      if (row.isLeaf) return undefined;
      return row.isOpen ? focusOn(childOf(rows, index)) : { kind: 'open', id: row.id };
    case 'ArrowLeft':
      return row.isOpen && !row.isLeaf ? { kind: 'close', id: row.id } : focusOn(parentOf(rows, index));
    case 'Enter':
    case ' ':
      return { kind: 'choose', id: row.id };
    default:
      return key.length === 1 ? focusOn(nextNamed(rows, index, key)) : undefined;
  }
}

function childOf(rows: readonly FolderRow[], index: number): FolderRow | undefined {
  const [row, next] = [rows[index], rows[index + 1]];
  return row && next && next.level > row.level ? next : undefined;
}

function parentOf(rows: readonly FolderRow[], index: number): FolderRow | undefined {
  const level = rows[index]?.level ?? 0;
  return rows.slice(0, index).findLast((row) => row.level < level);
}

/** The next row with a name that begins with a letter, from the top again after the last. */
function nextNamed(rows: readonly FolderRow[], index: number, letter: string): FolderRow | undefined {
  const begins = ({ name }: FolderRow) => name.toLowerCase().startsWith(letter.toLowerCase());
  return [...rows.slice(index + 1), ...rows.slice(0, index)].find(begins);
}
