import type { Query } from '@oriel/dashboard/control-settings';
import type { Cell, ColumnAnnotation, QueryResult } from '../../query/load-batch.ts';
import { columnTitle } from '../../dashboard/formats/compared-titles.ts';
import type { ToolStep } from '../../chat-client/chat-turns.ts';

/** The rows of a query that a tool has run, as reports draw them. */
export interface QueryTable {
  readonly title: string | undefined;
  /** As the tool was asked. */
  readonly query: Query;
  readonly result: QueryResult;
  /** Rows that there are; undefined where they were not counted. */
  readonly totalRows: number | undefined;
}

interface WireTable {
  readonly title?: string;
  readonly query?: Query;
  readonly columns?: readonly (Omit<ColumnAnnotation, 'shortTitle'> &
    Pick<QueryResult['columns'][string], 'kind'> & { readonly key: string })[];
  readonly rows?: readonly (readonly Cell[])[];
  readonly totalRows?: number;
  readonly timezone?: string;
  readonly bounds?: QueryResult['bounds'];
}

/** What a tool says of its failure; undefined where it has not failed. */
export function failureOf({ result }: Pick<ToolStep, 'result'>): string | undefined {
  const { error } = (isObject(result) ? result : {}) as { error?: unknown };
  if (error === undefined) return undefined;
  const { message } = (isObject(error) ? error : {}) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
}

/** The table of a query that has run; undefined for anything else. */
export function tableOf({ name, result }: Pick<ToolStep, 'name' | 'result'>): QueryTable | undefined {
  if (name !== 'run_query' || !isObject(result)) return undefined;
  // Our own tool has written it.
  const { title, query = {}, columns, rows, totalRows, timezone, bounds } = result as WireTable;
  if (!columns || !rows) return undefined;
  return {
    title,
    query,
    totalRows,
    result: {
      rows: rows.map((row) => Object.fromEntries(columns.map(({ key }, index) => [key, row[index] ?? null]))),
      columns: Object.fromEntries(
        columns.map(({ key, ...column }) => [
          key,
          {
            ...withoutPictures(column, key, query),
            ...(column.title !== undefined && { shortTitle: column.title }),
          },
        ]),
      ),
      ...(bounds && { bounds }),
      ...(timezone !== undefined && { timezone }),
    },
  };
}

/**
 * A field of the query's own is an expression that a model has written: it could put what it has read into the address
 * of a picture, which a page would ask a listed host for. What the data model calls pictures is shown.
 */
function withoutPictures<Column extends Pick<ColumnAnnotation, 'format'>>(
  column: Column,
  key: string,
  { calculatedFields }: Query,
): Column {
  const isOwn = isObject(calculatedFields) && Object.hasOwn(calculatedFields, key);
  return isOwn && column.format === 'imageUrl' ? { ...column, format: undefined } : column;
}

const MAX_BARS = 40;
/** As many times at most have a tick each. */
const MAX_TICKS = 24;
const GRANULARITIES: readonly unknown[] = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];

/** A chart of a result where one shows it well: a line over time, bars by a dimension. Undefined: a table does. */
export function chartOf({ rows, columns }: QueryResult): object | undefined {
  const keys = Object.keys(columns);
  const [measure, ...otherMeasures] = keys.filter((key) => columns[key]?.kind === 'measure');
  const times = keys.filter((key) => columns[key]?.kind === 'timeDimension');
  const dimensions = keys.filter((key) => columns[key]?.kind === 'dimension');
  const [time] = times;
  const [dimension, ...otherDimensions] = dimensions;
  if (measure === undefined || otherMeasures.length > 0 || rows.length < 2) return undefined;
  const value = { field: escape(measure), type: 'quantitative', title: titleOf(columns, measure) };
  if (time !== undefined && otherDimensions.length === 0)
    return {
      mark: { type: 'line', point: rows.length < MAX_BARS },
      encoding: {
        x: {
          field: escape(time),
          type: 'temporal',
          title: titleOf(columns, time),
          ...ticksOf(time, rows.length),
        },
        y: value,
        ...(dimension !== undefined && {
          color: { field: escape(dimension), type: 'nominal', title: titleOf(columns, dimension) },
        }),
      },
    };
  if (time !== undefined || dimension === undefined || otherDimensions.length > 0 || rows.length > MAX_BARS)
    return undefined;
  return {
    mark: 'bar',
    encoding: {
      y: { field: escape(dimension), type: 'nominal', sort: '-x', title: titleOf(columns, dimension) },
      x: value,
    },
  };
}

/** The ticks of a few times stand where the times do, not between them. */
function ticksOf(time: string, count: number): object {
  const granularity = time.split('.').at(-1);
  if (count > MAX_TICKS) return {};
  if (granularity === 'quarter') return { axis: { tickCount: { interval: 'month', step: 3 } } };
  return GRANULARITIES.includes(granularity) ? { axis: { tickCount: granularity } } : {};
}

function titleOf(columns: QueryResult['columns'], key: string): string {
  return columnTitle(columns[key]?.title ?? key, columns[key]);
}

/** A dot in a field of Vega-Lite leads into an object. */
function escape(key: string): string {
  return key.replaceAll('.', String.raw`\.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
