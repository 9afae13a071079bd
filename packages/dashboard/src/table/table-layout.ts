import type { TableSpec } from '@oriel/contract';
import type { Cell, QueryResult } from '../results/query-result.ts';
import { linkOf, shownColumns } from '../results/shown-columns.ts';
import { tableFields, type TableField } from './table-fields.ts';
import { pivotId, rowTotalId, type RowValues, type TableLeaf } from './table-leaf.ts';

/** What a table shows of the rows of a result, before they are sorted and grouped. */
export interface TableLayout {
  readonly leaves: readonly TableLeaf[];
  readonly rows: readonly RowValues[];
  /** Keys of the dimensions that tell rows apart, shown ones first. */
  readonly rowDimensions: readonly string[];
  /** How many of them, from the first, are shown. */
  readonly shownDimensions: number;
  readonly pivotDimensions: readonly string[];
  /** Columns that the pivot would have and that are left out. */
  readonly hiddenLeaves: number;
}

interface LayoutOptions {
  /** Which of two values of a pivot's dimension is further left. */
  compare(a: Cell | undefined, b: Cell | undefined): number;
  /** The most columns that a pivot makes. */
  maxLeaves: number;
}

/** Lays out the rows of a result as a table, or as its pivot. Nothing is summed up. */
export function layOutTable(result: QueryResult, spec: TableSpec, options: LayoutOptions): TableLayout {
  const fields = tableFields(result, spec);
  const known = dimensionsOf(result);
  const pivotDimensions = [...new Set(spec.pivot?.columns)].filter((key) => known.includes(key));
  const shown = fields.flatMap(({ field, isMeasure }) =>
    isMeasure || pivotDimensions.includes(field) ? [] : [field],
  );
  const rest = known.filter((key) => !shown.includes(key) && !pivotDimensions.includes(key));
  const groups = {
    rowDimensions: [...shown, ...rest],
    shownDimensions: shown.length,
    pivotDimensions,
  };
  if (pivotDimensions.length === 0) {
    const leaves = fields.map((column) => ({ id: column.field, column, path: [], isTotal: false }));
    return { ...groups, leaves, rows: result.rows, hiddenLeaves: 0 };
  }
  return {
    ...groups,
    ...pivot(result.rows, fields, groups, { ...options, hasTotals: spec.rowTotals === true }),
  };
}

/** Every dimension of a result, shown or not: together they tell its rows apart. */
function dimensionsOf(result: QueryResult): string[] {
  return shownColumns({ columns: result.columns }).filter(
    (key) => result.columns[key]?.kind !== 'measure' && linkOf(key) === undefined,
  );
}

type Groups = Pick<TableLayout, 'rowDimensions' | 'pivotDimensions'>;

function pivot(
  rows: QueryResult['rows'],
  fields: readonly TableField[],
  groups: Groups,
  { compare, maxLeaves, hasTotals }: LayoutOptions & { hasTotals: boolean },
): Pick<TableLayout, 'leaves' | 'rows' | 'hiddenLeaves'> {
  const { rowDimensions, pivotDimensions } = groups;
  const measures = fields.filter(({ isMeasure }) => isMeasure);
  const paths = new Map<string, Cell[]>();
  const lines = new Map<string, Record<string, Cell>>();
  for (const row of rows) {
    const path = pivotDimensions.map((key) => row[key] ?? null);
    paths.set(JSON.stringify(path), path);
    const line = lineOf(row, lines, rowDimensions, (found) => isTaken(found, path, measures));
    for (const { field } of measures) line[pivotId(path, field)] = row[field] ?? null;
  }
  const ordered = [...paths.values()].toSorted((a, b) => comparePaths(a, b, compare));
  const most = Math.max(1, Math.floor(maxLeaves / Math.max(1, measures.length)));
  const leaf = (column: TableField, id: string, path: readonly Cell[], isTotal = false): TableLeaf => ({
    id,
    column,
    path,
    isTotal,
  });
  return {
    rows: [...lines.values()],
    hiddenLeaves: Math.max(0, ordered.length - most) * measures.length,
    leaves: [
      ...fields
        .filter(({ field, isMeasure }) => !isMeasure && !pivotDimensions.includes(field))
        .map((column) => leaf(column, column.field, [])),
      ...ordered
        .slice(0, most)
        .flatMap((path) => measures.map((column) => leaf(column, pivotId(path, column.field), path))),
      ...(hasTotals ? measures.map((column) => leaf(column, rowTotalId(column.field), [], true)) : []),
    ],
  };
}

/** Whether a line has this cell already: rows that are no groups may have the same dimensions. */
const isTaken = (line: RowValues, path: readonly Cell[], measures: readonly TableField[]) =>
  measures.some(({ field }) => Object.hasOwn(line, pivotId(path, field)));

/** The line of a row; where its cell is taken the next line with the same dimensions, so that no value is lost. */
function lineOf(
  row: RowValues,
  lines: Map<string, Record<string, Cell>>,
  rowDimensions: readonly string[],
  isFull: (line: RowValues) => boolean,
): Record<string, Cell> {
  const own = rowDimensions.map((key) => row[key] ?? null);
  for (let nth = 0; ; nth += 1) {
    const key = JSON.stringify([nth, ...own]);
    const found = lines.get(key);
    if (found && isFull(found)) continue;
    if (found) return found;
    const made: Record<string, Cell> = Object.fromEntries(
      Object.entries(row).filter(([name]) => rowDimensions.includes(name) || linkOf(name) !== undefined),
    );
    lines.set(key, made);
    return made;
  }
}

function comparePaths(a: readonly Cell[], b: readonly Cell[], compare: LayoutOptions['compare']): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? null;
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
      continue;
    }
    const order = compare(left, right);
    if (order !== 0) return order;
  }
  return 0;
}
