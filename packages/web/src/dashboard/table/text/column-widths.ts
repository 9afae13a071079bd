import type { GridColumn, TableGrid } from '@oriel/dashboard/table/table-grid';
import type { TableLeaf } from '@oriel/dashboard/table/table-leaf';
import { t } from '../../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../../query/load-batch.ts';
import type { RowValues } from '@oriel/dashboard/table/table-leaf';
import { cellText } from './cell-text.ts';
import { labelOf, lastHeader } from './header-text.ts';
import type { TextWidth } from './text-width.ts';

/**
 * Rows that are looked at to see how wide a column is; the widest text of a hundred thousand would take seconds to
 * find.
 */
const SAMPLE = 60;
/**
 * Pixels of the space around a text, of a column's arrow, and of the least and the widest column of texts that nobody
 * has set.
 */
const PADDING = 24;
const ARROW = 14;
const LEAST = 56;
/** Pixels of a column of texts in a table that would be too wide. */
const LEAST_TEXT = 88;
const MOST = 340;

/** What the columns of a table are made as wide as. */
interface WidthSources {
  available: number;
  isHeaderWrapped: boolean;
  /** The last row, where there is one. */
  total: RowValues | undefined;
  widthOf: TextWidth;
}

/**
 * The width of each column in pixels. Columns that are given none are as wide as their texts, and share by `flex` what
 * the table has left over; where it has too little, texts are cut before it scrolls. A long text ends in an ellipsis, a
 * number never does: it would be read as another.
 */
export function columnWidths(
  { columns: drawn }: Pick<TableGrid, 'columns'>,
  rows: readonly RowValues[],
  columns: QueryResult['columns'],
  { available, isHeaderWrapped, total, widthOf }: WidthSources,
): number[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = rows.filter((_row, index) => index % step === 0);
  const widths = drawn.map((column) => {
    const [{ column: first }] = column.leaves;
    if (first.width !== undefined && column.kind !== 'measures') return first.width;
    const label = lastHeader(column, columns);
    const header = isHeaderWrapped
      ? Math.max(...label.split(' ').map((word) => widthOf(word, 'header')))
      : widthOf(label, 'header') + ARROW;
    const content = widthOfCells(column, { sample, columns, total, widthOf });
    const isNumber = column.kind !== 'measures' && first.isNumber;
    const natural = Math.max(Math.min(MOST, header), isNumber ? content : Math.min(MOST, content));
    return Math.max(...column.leaves.map(leastOf), Math.ceil(natural) + PADDING);
  });
  const rest = available - widths.reduce((sum, width) => sum + width, 0);
  const shares = drawn.map(({ kind, leaves: [{ column }] }) =>
    column.width === undefined || kind === 'measures' ? column.flex : 0,
  );
  const all = shares.reduce((sum, share) => sum + share, 0);
  if (rest < 0) return narrowed(widths, drawn, -rest);
  if (rest === 0 || all === 0) return widths;
  return widths.map((width, index) => width + (rest * (shares[index] ?? 0)) / all);
}

/**
 * Columns of texts that nobody has set give what a table lacks, where that is enough; else they stay, and the table
 * scrolls.
 */
function narrowed(widths: readonly number[], drawn: readonly GridColumn[], lack: number): number[] {
  const given = widths.map((width, index) => {
    const { kind, leaves } = drawn[index] ?? {};
    const isText = kind !== 'measures' && leaves?.every(({ column }) => isNarrowText(column));
    return isText ? Math.max(0, width - LEAST_TEXT) : 0;
  });
  const all = given.reduce((sum, each) => sum + each, 0);
  if (all < lack) return [...widths];
  return widths.map((width, index) => width - (lack * (given[index] ?? 0)) / all);
}

const isNarrowText = ({ width, isNumber, display }: TableLeaf['column']) =>
  width === undefined && !isNumber && !['bar', 'sparkline', 'image'].includes(display.type);

interface CellTexts {
  sample: readonly RowValues[];
  columns: QueryResult['columns'];
  total: RowValues | undefined;
  widthOf: TextWidth;
}

/** The widest text of a column in the rows that are looked at. */
function widthOfCells({ kind, leaves }: GridColumn, { sample, columns, total, widthOf }: CellTexts): number {
  if (kind === 'measures')
    return Math.max(0, ...leaves.map(({ column }) => widthOf(labelOf(column), total ? 'total' : 'cell')));
  const widths = leaves.flatMap(({ id, column }) => {
    const texts = new Set(sample.map((row) => cellText(row[id], column, columns)));
    const sum = total?.[id];
    return [
      ...[...texts].map((text) => widthOf(text, 'cell')),
      ...(sum === undefined ? [] : [widthOf(cellText(sum, column, columns), 'total')]),
    ];
  });
  // One of them says what the row of totals is.
  if (kind === 'dimension' && total) widths.push(widthOf(t('table.total'), 'total'));
  return Math.max(0, ...widths);
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
