import type { Cell } from '../results/query-result.ts';
import { sortRows, type RowOrder } from './sort-rows.ts';
import type { TableLayout } from './table-layout.ts';
import type { RowValues } from './table-leaf.ts';
import { groupKey, totalValues, type Totals } from './table-totals.ts';

/** A row as it is drawn: one of the result, or the head of a group with its subtotals. */
export interface TableRow {
  readonly kind: 'row' | 'group';
  readonly values: RowValues;
  /** How many groups it lies in. */
  readonly depth: number;
  /** What tells a group apart from all others. */
  readonly key?: string;
  readonly isFolded?: boolean;
}

interface RowsOptions {
  totals: Totals;
  /** By what rows are sorted: ids of columns. */
  order: readonly { id: string; isDescending: boolean }[];
  compare(a: Cell | undefined, b: Cell | undefined): number;
  /** Keys of the groups that are folded. */
  folded: ReadonlySet<string>;
  isGrouped: boolean;
}

/** The rows of a table in their order; grouped ones below the heads of their groups, where they are not folded. */
export function arrangeRows(
  layout: TableLayout,
  rows: readonly RowValues[],
  { totals, order, compare, folded, isGrouped }: RowsOptions,
): TableRow[] {
  const groups = isGrouped ? layout.rowDimensions.slice(0, Math.max(0, layout.shownDimensions - 1)) : [];
  const orders: RowOrder<RowValues>[] = order.map(({ id, isDescending }) => ({
    valueOf: (values) => values[id],
    isDescending,
  }));
  const arrange = (members: readonly RowValues[], depth: number): TableRow[] => {
    if (depth >= groups.length)
      return sortRows(members, orders, compare).map((values) => ({ kind: 'row', values, depth }));
    const keys = groups.slice(0, depth + 1);
    const within = Map.groupBy(members, (row) => groupKey(keys, row));
    const heads = [...within].map(([key, group]) => {
      const [first = {}] = group;
      const own = Object.fromEntries(keys.map((name) => [name, first[name] ?? null]));
      return { key, group, values: { ...own, ...totalValues(layout, totals, keys, own) } };
    });
    const headOrders = order.map(({ id, isDescending }) => ({
      valueOf: ({ values }: (typeof heads)[number]) => (values as RowValues)[id],
      isDescending,
    }));
    return sortRows(heads, headOrders, compare).flatMap(({ key, group, values }) => {
      const isFolded = folded.has(key);
      const head: TableRow = { kind: 'group', values, depth, key, isFolded };
      return isFolded ? [head] : [head, ...arrange(group, depth + 1)];
    });
  };
  return arrange(rows, 0);
}
