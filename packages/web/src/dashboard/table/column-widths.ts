import type { TableLayout } from '@oriel/dashboard/table/table-layout';
import type { TableLeaf } from '@oriel/dashboard/table/table-leaf';
import type { QueryResult } from '../../query/load-batch.ts';
import type { RowValues } from '@oriel/dashboard/table/table-leaf';
import { cellText } from './cell-text.ts';
import type { TextWidth } from './text-width.ts';

/** Rows that are looked at to see how wide a column is; the widest text of a hundred thousand would take seconds to find. */
const SAMPLE = 60;
/** Pixels of the space around a text, of a column's arrow, and of the least and the widest column of texts that nobody has set. */
const PADDING = 24;
const ARROW = 14;
const LEAST = 56;
const MOST = 340;

/** What the columns of a table are made as wide as. */
export interface WidthSources {
  available: number;
  isHeaderWrapped: boolean;
  /** The last row, where there is one. */
  total: RowValues | undefined;
  widthOf: TextWidth;
}

/**
 * The width of each column in pixels. Columns that are given none are as wide as their texts, and share by `flex` what the table
 * has left over; it scrolls where it has too little. A long text ends in an ellipsis, a number never does: it would be read as another.
 */
export function columnWidths(
  { leaves, rows }: Pick<TableLayout, 'leaves' | 'rows'>,
  columns: QueryResult['columns'],
  { available, isHeaderWrapped, total, widthOf }: WidthSources,
): number[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = rows.filter((_row, index) => index % step === 0);
  const widths = leaves.map((leaf) => {
    const { width, label } = leaf.column;
    if (width !== undefined) return width;
    const texts = new Set(sample.map((row) => cellText(row[leaf.id], leaf.column, columns)));
    const cells = [...texts].map((text) => widthOf(text, 'cell'));
    const sum = total?.[leaf.id];
    if (sum !== undefined) cells.push(widthOf(cellText(sum, leaf.column, columns), 'total'));
    const header = isHeaderWrapped
      ? Math.max(...label.split(' ').map((word) => widthOf(word, 'header')))
      : widthOf(label, 'header') + ARROW;
    const content = Math.max(0, ...cells);
    const natural = Math.max(
      Math.min(MOST, header),
      leaf.column.isNumber ? content : Math.min(MOST, content),
    );
    return Math.max(leastOf(leaf), Math.ceil(natural) + PADDING);
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
