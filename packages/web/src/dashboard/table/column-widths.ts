import type { TableLayout } from '@oriel/dashboard/table/table-layout';
import type { TableLeaf } from '@oriel/dashboard/table/table-leaf';
import type { QueryResult } from '../../query/load-batch.ts';
import { cellText } from './cell-text.ts';

/** Rows that are looked at to see how wide a column is; the widest text of a hundred thousand would take seconds to find. */
const SAMPLE = 60;
/** Pixels of a character, of the space around a text, and of the least and the widest column that nobody has set. */
const CHARACTER = 7.4;
const PADDING = 24;
const LEAST = 56;
const MOST = 340;

/**
 * The width of each column in pixels. Columns that are given none are as wide as their texts, and share by `flex` what the table
 * has left over; it scrolls where it has too little.
 */
export function columnWidths(
  { leaves, rows }: TableLayout,
  columns: QueryResult['columns'],
  { available, isHeaderWrapped }: { available: number; isHeaderWrapped: boolean },
): number[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = rows.filter((_row, index) => index % step === 0);
  const widths = leaves.map((leaf) => {
    const { width, label } = leaf.column;
    if (width !== undefined) return width;
    const lengths = sample.map((row) => cellText(row[leaf.id], leaf.column, columns).length);
    const header = isHeaderWrapped
      ? Math.max(...label.split(' ').map(({ length }) => length))
      : label.length + 2;
    const natural = Math.max(header, ...lengths) * CHARACTER + PADDING;
    return Math.min(MOST, Math.max(leastOf(leaf), natural));
  });
  const rest = available - widths.reduce((sum, width) => sum + width, 0);
  const shares = leaves.map(({ column }) => (column.width === undefined ? column.flex : 0));
  const all = shares.reduce((sum, share) => sum + share, 0);
  if (rest <= 0 || all === 0) return widths;
  return widths.map((width, index) => width + (rest * (shares[index] ?? 0)) / all);
}

function leastOf({ column: { display } }: TableLeaf): number {
  switch (display.type) {
    case 'bar':
    case 'sparkline':
      return 130;
    case 'image':
      return Math.max(LEAST, (display.width ?? display.height ?? 24) + PADDING);
    default:
      return LEAST;
  }
}
