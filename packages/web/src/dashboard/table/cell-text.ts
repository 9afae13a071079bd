import type { TableField } from '@oriel/dashboard/table/table-fields';
import type { Cell, QueryResult } from '../../query/load-batch.ts';
import { formatValue } from '../format.ts';
import { granularityOf } from '../time-format.ts';

/** What a cell says, as a text. */
export function cellText(
  value: Cell | undefined,
  { field, format }: Pick<TableField, 'field' | 'format'>,
  columns: QueryResult['columns'],
): string {
  return formatValue(value, columns[field], format, granularityOf(field));
}
