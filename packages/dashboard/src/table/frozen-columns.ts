import type { TableSpec } from '@oriel/contract';
import type { TableGrid } from './table-grid.ts';

/** Pixels of a table's columns. */
interface ColumnSizes {
  /** Of each column, in order. */
  widths: readonly number[];
  /** Of the numbers of the rows before them; 0 without. */
  numbers: number;
  /** Of the place that shows them. */
  available: number;
}

/**
 * How many columns, from the first, stay while a table scrolls sideways: as many as its author says, else the
 * dimensions of a pivot's rows or the first column. None where the table fits, nor where they would take more than half
 * of it.
 */
export function frozenColumns(
  { columns, rowHeads }: Pick<TableGrid, 'columns' | 'rowHeads'>,
  spec: Pick<TableSpec, 'frozenColumns'>,
  { widths, numbers, available }: ColumnSizes,
): number {
  const count = Math.min(spec.frozenColumns ?? rowHeads, columns.length);
  const widthOf = (columns: readonly number[]) => columns.reduce((sum, width) => sum + width, numbers);
  // Shares of the width that is left over are not whole, and may add up to a hair more than it.
  const fits = widthOf(widths) < available + 1;
  return fits || widthOf(widths.slice(0, count)) > available / 2 ? 0 : count;
}
