import type { Workbook as Item } from '@oriel/contract';
import { keyOf } from './selection.ts';

/** What lies directly in a folder, as far as it was read. */
export interface FolderContents {
  folder: Item;
  items: readonly Pick<Item, 'type' | 'id'>[];
  /** Whether there is more in it than `items`. */
  hasMore: boolean;
}

/** What becomes of the content of folders that are deleted. */
interface ContentsLoss {
  /** How many things move to the root; those that are deleted as well are none of them. */
  moved: number;
  /** Whether there are more of them than `moved`. */
  hasMore: boolean;
  /** The folders with sub-folders that stay, which are not deleted themselves for that. */
  blocked: readonly Item[];
}

/** What becomes of the content of folders when all of `deleted` is. */
export function lossOf(contents: readonly FolderContents[], deleted: readonly Item[]): ContentsLoss {
  const gone = new Set(deleted.map(keyOf));
  const left = contents.map((content) => ({
    ...content,
    items: content.items.filter((item) => !gone.has(keyOf(item))),
  }));
  const isBlocked = ({ items }: FolderContents) => items.some(({ type }) => type === 'FOLDER');
  const deletable = left.filter((content) => !isBlocked(content));
  return {
    moved: deletable.reduce((sum, { items }) => sum + items.length, 0),
    hasMore: deletable.some(({ hasMore }) => hasMore),
    blocked: left.filter(isBlocked).map(({ folder }) => folder),
  };
}
