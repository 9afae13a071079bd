import { sizeOf } from '../results/large-numbers.ts';
import type { Cell } from '../results/query-result.ts';

/** Compares two values: numbers by size, truth values no before yes, texts by the alphabet of `language`. */
export function createCompare(
  language: string | undefined,
): (a: Cell | undefined, b: Cell | undefined) => number {
  const collator = new Intl.Collator(language, { numeric: true });
  return (a, b) => {
    const [size, other] = [sizeOf(a), sizeOf(b)];
    // Two that are the same double may differ in their last digits.
    if (size !== undefined && other !== undefined && size !== other) return size - other;
    if (typeof a === 'number' && typeof b === 'number') return 0;
    return collator.compare(String(a), String(b));
  };
}

/** One key that rows are sorted by. */
export interface RowOrder<Row> {
  valueOf(row: Row): Cell | undefined;
  isDescending: boolean;
}

const isNothing = (value: Cell | undefined): value is null | undefined =>
  value === null || value === undefined;

/** Rows in an order; equal ones stay as they were. What has no value is last, in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  orders: readonly RowOrder<Row>[],
  compare: (a: Cell | undefined, b: Cell | undefined) => number,
): readonly Row[] {
  if (orders.length === 0) return rows;
  // Values are read once for each row, not at each of the comparisons.
  const keyed = rows.map((row) => ({ row, keys: orders.map(({ valueOf }) => valueOf(row)) }));
  keyed.sort((a, b) => {
    for (const [index, { isDescending }] of orders.entries()) {
      const [left, right] = [a.keys[index], b.keys[index]];
      if (isNothing(left) || isNothing(right)) {
        const order = Number(isNothing(left)) - Number(isNothing(right));
        if (order !== 0) return order;
        continue;
      }
      const order = compare(left, right);
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}
