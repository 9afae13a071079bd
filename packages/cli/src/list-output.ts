import { limits } from '@oriel/contract';
import type { CommandContext } from './command.ts';
import { numberOf } from './flags.ts';
import { tableLines } from './table.ts';

/** A column of a list: its heading, and the cell of an item. */
type Column<T> = readonly [heading: string, cell: (item: T) => string];

/** How many items to ask for at once, and at most; without `--limit` a list goes on to its end. */
export function pagingOf({ flags }: CommandContext): { first: number; limit: number } {
  const limit = flags.limit === undefined ? Infinity : numberOf('limit', flags.limit, 1);
  return { first: Math.min(limit, limits.MAX_PAGE_SIZE), limit };
}

/** Prints the items of a list, as a table or as JSON, and stops after `limit` of them. */
export async function printList<T>(
  { flags, print }: CommandContext,
  items: AsyncIterable<T>,
  { limit, columns }: { limit: number; columns: readonly Column<T>[] },
): Promise<void> {
  const taken: T[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length >= limit) break;
  }
  if (flags.json) return print(JSON.stringify(taken, undefined, 2));
  const headings = columns.map(([heading]) => heading);
  const rows = taken.map((item) => columns.map(([, cell]) => cell(item)));
  for (const line of tableLines(headings, rows)) print(line);
}
