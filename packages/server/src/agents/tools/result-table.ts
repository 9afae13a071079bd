import { toResult, type Cell, type ColumnAnnotation, type QueryResult } from '@oriel/dashboard/query-result';
import { MAX_TOOL_ANSWER_BYTES } from './agent-tool.ts';
import type { LoadedResult } from './query-answers.ts';
import { cutText } from '../../cut-text.ts';

type ShownColumn = QueryResult['columns'][string];

/**
 * A column of a table: the key is the name that rows of the query API have it under. A comparison is for titles in the
 * language of a page; links, drill members and the length of a bucket are there where a page draws the table, as
 * reports draw theirs.
 */
export interface TableColumn
  extends
    Pick<ShownColumn, 'kind' | 'type' | 'format' | 'comparison'>,
    Partial<Pick<ColumnAnnotation, 'links' | 'granularity' | 'drillMembers' | 'drillMembersGrouped'>> {
  readonly key: string;
  readonly title: string;
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
  /** Where a page draws it: what the query let through of each time, with relative ranges as they were then. */
  readonly bounds?: QueryResult['bounds'];
}

/** Of one text in a cell. */
const MAX_CELL_LENGTH = 1_000;

/** How much of a result is read. */
interface TableBounds {
  readonly maxRows: number;
  readonly maxBytes?: number;
  /** Whether a page draws the table, so that its cells lead somewhere; default false. */
  readonly isDrawn?: boolean;
}

/** Of the names of drill members, which a model reads for nothing: measures beyond it lead nowhere. */
const MAX_DRILL_BYTES = 4_096;

/** The rows of a result as a table, as many as fit: at most `maxRows`, and `maxBytes` of JSON text. */
export function toTable(loaded: LoadedResult, bounds: TableBounds): ResultTable {
  return tableOf({ ...toResult(loaded), ...(loaded.total !== undefined && { total: loaded.total }) }, bounds);
}

/** As {@link toTable}, of rows that are read already. */
export function tableOf(
  { rows, columns, timezone, total, bounds }: QueryResult,
  { maxRows, maxBytes = MAX_TOOL_ANSWER_BYTES * 0.75, isDrawn = false }: TableBounds,
): ResultTable {
  const shown = Object.entries(columns).filter(
    ([key]) => rows.length === 0 || rows.some((row) => key in row),
  );
  const cells = rows.slice(0, maxRows).map((row) => shown.map(([key]) => cut(row[key] ?? null)));
  const fitting = fit(cells, maxBytes);
  const drills = isDrawn ? drillsOf(shown) : new Map<string, object>();
  return {
    columns: shown.map(([key, column]) => ({
      ...columnOf(key, column),
      ...(isDrawn && leadsOf(column)),
      ...drills.get(key),
    })),
    rows: fitting,
    ...(total !== undefined && { totalRows: Number(total) }),
    isTruncated: fitting.length < Math.max(rows.length, Number(total ?? 0)),
    ...(timezone !== undefined && { timezone }),
    ...(isDrawn && bounds && Object.keys(bounds).length > 0 && { bounds }),
  };
}

function columnOf(
  key: string,
  { title, shortTitle, kind, type, format, comparison }: ShownColumn,
): TableColumn {
  return {
    key,
    title: shortTitle ?? title ?? key,
    kind,
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    ...(comparison && { comparison }),
  };
}

/** Where the values of a dimension lead, and how long a bucket of time is. */
const leadsOf = ({ links = [], granularity }: ShownColumn) => ({
  ...(links.length > 0 && {
    links: links.map(({ name, label, target, primary }) => ({
      name,
      ...(label !== undefined && { label }),
      ...(target && { target }),
      ...(primary && { primary }),
    })),
  }),
  ...(granularity && { granularity }),
});

/** What lies behind the measures, as far as it is short. */
function drillsOf(columns: readonly [string, ShownColumn][]): ReadonlyMap<string, object> {
  let bytes = 0;
  return new Map(
    columns.flatMap(([key, { drillMembers = [], drillMembersGrouped }]) => {
      const drill = {
        drillMembers,
        ...(drillMembersGrouped && drillMembersGrouped.measures.length > 0 && { drillMembersGrouped }),
      };
      const size = Buffer.byteLength(JSON.stringify(drill));
      if (drillMembers.length === 0 || bytes + size > MAX_DRILL_BYTES) return [];
      bytes += size;
      return [[key, drill] as const];
    }),
  );
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
  return typeof cell === 'string' ? cutText(cell, MAX_CELL_LENGTH) : cell;
}
