import {
  toResult,
  type Cell,
  type ComparisonAnnotation,
  type QueryResult,
} from '@oriel/dashboard/query-result';
import { MAX_TOOL_ANSWER_BYTES } from './agent-tool.ts';
import type { LoadedResult } from './query-answers.ts';

/** A column of a table: the key is the name that rows of the query API have it under. */
export interface TableColumn {
  readonly key: string;
  readonly title: string;
  readonly kind: 'measure' | 'dimension' | 'timeDimension';
  readonly type?: string | undefined;
  readonly format?: unknown;
  /** Of a measure as it was, or its change since: for titles in the language of a page. */
  readonly comparison?: ComparisonAnnotation | undefined;
}

/** Rows of a query in the least of bytes: cells in the order of the columns. */
export interface ResultTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Rows that the query has without limit; absent where they were not counted. */
  readonly totalRows?: number;
  /** Whether there are more rows than these. */
  readonly isTruncated: boolean;
  /** The zone that times are wall clocks of. */
  readonly timezone?: string;
}

/** Of one text in a cell. */
const MAX_CELL_LENGTH = 1_000;

/** How much of a result is read. */
interface TableBounds {
  readonly maxRows: number;
  readonly maxBytes?: number;
}

/** The rows of a result as a table, as many as fit: at most `maxRows`, and `maxBytes` of JSON text. */
export function toTable(loaded: LoadedResult, bounds: TableBounds): ResultTable {
  return tableOf({ ...toResult(loaded), ...(loaded.total !== undefined && { total: loaded.total }) }, bounds);
}

/** As {@link toTable}, of rows that are read already. */
export function tableOf(
  { rows, columns, timezone, total }: QueryResult,
  { maxRows, maxBytes = MAX_TOOL_ANSWER_BYTES * 0.75 }: TableBounds,
): ResultTable {
  const shown = Object.entries(columns).filter(
    ([key]) => rows.length === 0 || rows.some((row) => key in row),
  );
  const cells = rows.slice(0, maxRows).map((row) => shown.map(([key]) => cut(row[key] ?? null)));
  const fitting = fit(cells, maxBytes);
  return {
    columns: shown.map(([key, { title, shortTitle, kind, type, format, comparison }]) => ({
      key,
      title: shortTitle ?? title ?? key,
      kind,
      ...(type !== undefined && { type }),
      ...(format !== undefined && { format }),
      ...(comparison && { comparison }),
    })),
    rows: fitting,
    ...(total !== undefined && { totalRows: Number(total) }),
    isTruncated: fitting.length < Math.max(rows.length, Number(total ?? 0)),
    ...(timezone !== undefined && { timezone }),
  };
}

function fit(rows: readonly Cell[][], maxBytes: number): Cell[][] {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    return bytes > maxBytes;
  });
  return rows.slice(0, end === -1 ? rows.length : end);
}

function cut(cell: Cell): Cell {
  return typeof cell === 'string' && cell.length > MAX_CELL_LENGTH
    ? `${cell.slice(0, MAX_CELL_LENGTH)}…`
    : cell;
}
