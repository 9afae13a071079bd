import type { TableSpec } from '@oriel/contract';
import type { Cell } from '../results/query-result.ts';
import type { TableLayout } from './table-layout.ts';
import { rowTotalId, type RowValues } from './table-leaf.ts';

/*
 * Totals are the server's: an average or a count of distinct values over all rows is not the sum of those of the rows. Each total
 * is a query of its own with fewer groups.
 */

/** The dimensions, by key, of each query that the totals of a table need. */
export function totalGroups(
  { rowDimensions, shownDimensions, pivotDimensions }: Omit<TableLayout, 'rows' | 'leaves' | 'hiddenLeaves'>,
  spec: TableSpec,
): string[][] {
  const isPivot = pivotDimensions.length > 0;
  const hasRowTotals = isPivot && spec.rowTotals === true;
  const wanted: string[][] = [];
  if (hasRowTotals) wanted.push([...rowDimensions]);
  for (const group of [
    ...prefixes(rowDimensions.slice(0, shownDimensions), spec),
    ...(spec.columnTotals ? [[]] : []),
  ]) {
    wanted.push([...group, ...pivotDimensions]);
    if (hasRowTotals) wanted.push(group);
  }
  return [...new Map(wanted.map((keep) => [JSON.stringify(keep), keep])).values()];
}

/** The dimensions of each level of groups, from outside; the last dimension is that of the rows themselves. */
function prefixes(dimensions: readonly string[], { groupRows }: TableSpec): string[][] {
  if (groupRows !== true) return [];
  return dimensions.slice(0, -1).map((_key, index) => dimensions.slice(0, index + 1));
}

/** The answers of those queries. */
export interface Totals {
  /** The row of a group, by the values that `of` has; undefined where nothing was answered. */
  find(keep: readonly string[], of: RowValues): RowValues | undefined;
}

/** No totals, which is what there is until they have come. */
export const NO_TOTALS: Totals = { find: () => undefined };

/** Puts the rows of the answers where {@link Totals} finds them. */
export function indexTotals(
  answers: readonly { keep: readonly string[]; rows: readonly RowValues[] }[],
): Totals {
  const groups = new Map(
    answers.map(({ keep, rows }) => [
      JSON.stringify(keep),
      new Map(rows.map((row) => [groupKey(keep, row), row])),
    ]),
  );
  return { find: (keep, of) => groups.get(JSON.stringify(keep))?.get(groupKey(keep, of)) };
}

/** What tells a group apart. */
export const groupKey = (keep: readonly string[], row: RowValues): string =>
  JSON.stringify(keep.map((key) => row[key] ?? null));

/**
 * The totals of one group for every column of a table, by the ids of the columns; a column without one has none.
 *
 * @param group keys of the dimensions that the group has values of
 */
export function totalValues(
  { leaves, pivotDimensions }: Pick<TableLayout, 'leaves' | 'pivotDimensions'>,
  totals: Totals,
  group: readonly string[],
  of: RowValues,
): Record<string, Cell> {
  const found: Record<string, Cell> = {};
  for (const { id, column, path, isTotal } of leaves) {
    if (!column.isMeasure) continue;
    const keep = isTotal ? group : [...group, ...pivotDimensions];
    const along = Object.fromEntries(pivotDimensions.map((key, index) => [key, path[index] ?? null]));
    const value = totals.find(keep, isTotal ? of : { ...of, ...along })?.[column.field];
    if (value !== undefined) found[id] = value;
  }
  return found;
}

/** The rows of a pivot with their totals over its columns. */
export function withRowTotals(layout: TableLayout, totals: Totals): readonly RowValues[] {
  const measures = layout.leaves.filter(({ isTotal }) => isTotal).map(({ column }) => column.field);
  if (measures.length === 0) return layout.rows;
  return layout.rows.map((row) => {
    const total = totals.find(layout.rowDimensions, row);
    if (!total) return row;
    return {
      ...row,
      ...Object.fromEntries(measures.map((field) => [rowTotalId(field), total[field] ?? null])),
    };
  });
}
