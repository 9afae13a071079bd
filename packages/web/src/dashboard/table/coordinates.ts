import type { TableLayout } from '@oriel/dashboard/table/table-layout';
import type { RowValues, TableLeaf } from '@oriel/dashboard/table/table-leaf';
import type { Cell } from '../../query/load-batch.ts';

/** The values of the dimensions that a cell is of, by column key. */
export function coordinatesOf(
  { rowDimensions, pivotDimensions }: TableLayout,
  row: RowValues,
  { path }: TableLeaf,
): Record<string, Cell> {
  return Object.fromEntries([
    ...rowDimensions.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]] as const])),
    ...path.map((value, index) => [pivotDimensions[index] ?? '', value] as const),
  ]);
}
