import { inUnit } from '@oriel/dashboard/table/display-scale';
import type { TableField } from '@oriel/dashboard/table/table-fields';
import type { Cell, QueryResult } from '../../../query/load-batch.ts';
import { formatValue } from '../../formats/format.ts';
import { granularityOf } from '../../formats/time-format.ts';

/** What a cell says, as a text. */
export function cellText(
  value: Cell | undefined,
  { field, format, unit }: Pick<TableField, 'field' | 'format' | 'unit'>,
  columns: QueryResult['columns'],
): string {
  return formatValue(inUnit(value, unit), columns[field], format, granularityOf(field));
}
