import type { GridColumn } from '@oriel/dashboard/table/table-grid';
import type { TableField } from '@oriel/dashboard/table/table-fields';
import { t } from '../../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../../query/load-batch.ts';
import { cellText } from './cell-text.ts';

/** What a header says at a level, from the outermost. */
export function headerText(
  { leaves: [leaf], head, kind }: GridColumn,
  level: number,
  columns: QueryResult['columns'],
): string {
  const part = head[level];
  switch (part?.kind) {
    case 'value':
      return cellText(part.value, { field: part.dimension, format: undefined }, columns);
    case 'total':
      return t('table.total');
    case 'blank':
      return '';
    case 'values':
      return t('table.values');
    default:
      return kind === 'measures' ? t('table.measures') : labelOf(leaf.column);
  }
}

/** The name of a column, with the unit that its numbers are in. */
export const labelOf = ({ label, unit }: TableField): string =>
  unit === undefined ? label : t(`table.unit.${unit}`, { label });

/** The text of the header that sorts by a column. */
export const lastHeader = (column: GridColumn, columns: QueryResult['columns']): string =>
  headerText(column, column.head.length - 1, columns);
