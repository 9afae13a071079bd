import type { TableSpec } from '@oriel/contract';
import type { Cell } from '../results/query-result.ts';
import type { TableLayout } from './table-layout.ts';
import type { TableLeaf } from './table-leaf.ts';

/** One of the headers that stand above a column, from the outermost. */
export type HeadPart =
  | { readonly kind: 'value'; readonly dimension: string; readonly value: Cell }
  | { readonly kind: 'measure' | 'values' | 'total' | 'blank' };

/** A column as it is drawn. */
export interface GridColumn {
  readonly id: string;
  /** `measures` has the names of the measures where each has a line of its own. */
  readonly kind: 'dimension' | 'measures' | 'values';
  /** What its cells have of a row: one for each line, or one alone. */
  readonly leaves: readonly [TableLeaf, ...TableLeaf[]];
  /** Empty for a column that stands beside a pivot. */
  readonly head: readonly HeadPart[];
}

/** The columns of a table, and how many lines each of its rows has. */
export interface TableGrid {
  readonly columns: readonly GridColumn[];
  readonly lines: number;
  /** Whether the lines of one measure follow each other, in place of those of one row. */
  readonly isByMeasure: boolean;
  /** Rows of headers. */
  readonly levels: number;
  /** How many columns, from the first, stay while the table scrolls sideways, where its author says nothing. */
  readonly rowHeads: number;
}

/** Lays the columns of a table out: measures along the columns, or below each other. */
export function gridOf(layout: TableLayout, { pivot }: Pick<TableSpec, 'pivot'>): TableGrid {
  const measures = layout.leaves.filter(({ column }) => column.isMeasure);
  const isBefore = pivot?.measuresPosition === 'before';
  if (pivot?.measuresAxis === 'rows' && measures.length > 0)
    return measuresInRows(layout, measures, isBefore);
  const leaves = isBefore ? measuresOutside(layout) : layout.leaves;
  const columns = leaves.map((leaf): GridColumn => {
    const isInside = leaf.path.length > 0 || leaf.isTotal;
    const kind = leaf.column.isMeasure ? 'values' : 'dimension';
    return { id: leaf.id, kind, leaves: [leaf], head: isInside ? headOf(leaf, layout, isBefore) : [] };
  });
  const depth = layout.pivotDimensions.length;
  const rowHeads = depth > 0 ? layout.shownDimensions : 1;
  return { columns, lines: 1, isByMeasure: false, levels: depth + 1, rowHeads };
}

/** The columns of a pivot with those of one measure beside each other. */
function measuresOutside({ leaves }: TableLayout): readonly TableLeaf[] {
  const isInside = ({ path, isTotal }: TableLeaf) => path.length > 0 || isTotal;
  const groups = Map.groupBy(leaves.filter(isInside), ({ column }) => column.field);
  return [...leaves.filter((leaf) => !isInside(leaf)), ...[...groups.values()].flat()];
}

function headOf(leaf: TableLeaf, { pivotDimensions }: TableLayout, isBefore: boolean): HeadPart[] {
  const measure: HeadPart = { kind: 'measure' };
  const path = pathParts(leaf, pivotDimensions);
  return isBefore ? [measure, ...path] : [...path, measure];
}

const pathParts = ({ path, isTotal }: TableLeaf, pivotDimensions: readonly string[]): HeadPart[] =>
  pivotDimensions.map((dimension, level) =>
    isTotal
      ? { kind: level === 0 ? 'total' : 'blank' }
      : { kind: 'value', dimension, value: path[level] ?? null },
  );

function measuresInRows(
  layout: TableLayout,
  measures: readonly TableLeaf[],
  isByMeasure: boolean,
): TableGrid {
  const { leaves, pivotDimensions } = layout;
  // What a pivot leaves out it leaves out by whole values of its dimensions.
  const places = Map.groupBy(measures, ({ path, isTotal }) => JSON.stringify([isTotal, path]));
  const values = [...places].flatMap(([id, [first, ...others]]): GridColumn[] => {
    if (!first) return [];
    const parts = pathParts(first, pivotDimensions);
    const head: HeadPart[] = parts.length > 0 ? parts : [{ kind: 'values' }];
    return [{ id, kind: 'values', leaves: [first, ...others], head }];
  });
  const [own] = values;
  const dimensions = leaves
    .filter(({ column }) => !column.isMeasure)
    .map((leaf): GridColumn => ({ id: leaf.id, kind: 'dimension', leaves: [leaf], head: [] }));
  const names = own ? [{ ...own, id: 'measures', kind: 'measures' as const, head: [] }] : [];
  const heads = isByMeasure ? [...names, ...dimensions] : [...dimensions, ...names];
  return {
    columns: [...heads, ...values],
    lines: own?.leaves.length ?? 1,
    isByMeasure,
    levels: Math.max(1, pivotDimensions.length),
    rowHeads: heads.length,
  };
}

/** Which row, and which of its lines, stands at a place from the top. */
export function lineAt(
  { lines, isByMeasure }: Pick<TableGrid, 'lines' | 'isByMeasure'>,
  { index, rows }: { index: number; rows: number },
): { row: number; line: number } {
  return isByMeasure
    ? { row: index % rows, line: Math.floor(index / rows) }
    : { row: Math.floor(index / lines), line: index % lines };
}

/** What a column has in one of the lines of a row. */
export const leafAt = ({ leaves }: GridColumn, line: number): TableLeaf => leaves[line] ?? leaves[0];
