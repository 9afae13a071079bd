import type { Cell } from '../results/query-result.ts';
import type { TableField } from './table-fields.ts';

/** Values of a row, by the id of the column: the key in the result, or that of {@link pivotId}. */
export type RowValues = Readonly<Record<string, Cell>>;

/** A column as it is drawn. */
export interface TableLeaf {
  readonly id: string;
  readonly column: TableField;
  /** The values of the pivot's dimensions that it is of; empty outside of them. */
  readonly path: readonly Cell[];
  /** Whether it has the totals of the rows over all of the pivot's values. */
  readonly isTotal: boolean;
}

/** The id of a column that a pivot makes of a measure. */
export const pivotId = (path: readonly Cell[], field: string): string => JSON.stringify([...path, field]);

/** The id of the column with the totals of a measure over the pivot's values. */
export const rowTotalId = (field: string): string => JSON.stringify(['total', field]) + 'Σ';
