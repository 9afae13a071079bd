import { sizeOf } from '@oriel/dashboard/large-numbers';
import type { QueryResult } from '../../../query/load-batch.ts';
import type { Chart } from './chart-choice.ts';

/** Of how much smaller a measure its marks are lost beside those of the largest on the same axis. */
const TIMES_SMALLER = 20;

/**
 * The measures of a chart that are too small to be seen beside another on their axis: their keys, in the order of the
 * chart. None where some have a second axis already. A measure that is nothing but zero would be seen on no axis.
 *
 * @param rows of the query, by the keys of its columns
 */
export function hardlySeen({ y, second }: Pick<Chart, 'y' | 'second'>, rows: QueryResult['rows']): string[] {
  if (y.length < 2 || second.length > 0) return [];
  const sizes = y.map((key) => ({
    key,
    size: rows.reduce((most, row) => Math.max(most, Math.abs(sizeOf(row[key]) ?? 0)), 0),
  }));
  const largest = Math.max(...sizes.map(({ size }) => size));
  return sizes.filter(({ size }) => size > 0 && size * TIMES_SMALLER < largest).map(({ key }) => key);
}
