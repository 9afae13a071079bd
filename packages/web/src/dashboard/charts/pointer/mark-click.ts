import type { DrillClick } from '@oriel/dashboard/drill-click';
import type { Cell, QueryResult } from '../../../query/load-batch.ts';
import { fieldOf } from '../../formats/chart-fields.ts';
import { valueIn, type Datum } from './tooltip-content.ts';

/**
 * What a mark of a chart stands for: its first measure, and the dimensions that it has; undefined for a mark without a
 * number.
 */
export function markClick(
  datum: Datum | undefined,
  { columns }: Pick<QueryResult, 'columns'>,
): DrillClick | undefined {
  if (!datum) return undefined;
  const keys = Object.keys(columns);
  const measure = keys.find((key) => columns[key]?.kind === 'measure' && valueIn(datum, key));
  if (measure === undefined) return undefined;
  const coordinates = Object.fromEntries(
    keys
      .filter((key) => columns[key]?.kind !== 'measure' && fieldOf(key) in datum)
      .map((key) => [key, readCoordinate(datum[fieldOf(key)], columns[key]?.type)]),
  );
  return { column: measure, coordinates, value: valueIn(datum, measure)?.value };
}

/** A chart has times in epoch milliseconds of the wall clock in UTC. */
function readCoordinate(value: Cell | undefined, type: string | undefined): Cell | undefined {
  return type === 'time' && typeof value === 'number' ? new Date(value).toISOString().slice(0, -1) : value;
}
