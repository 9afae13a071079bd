import { readNumber } from './large-numbers.ts';
import { timeBoundsOf, type BoundedQuery, type TimeBounds } from './time-bounds.ts';

export type Cell = string | number | boolean | null;

/** What the model says of a link of a dimension. */
interface LinkAnnotation {
  name: string;
  label?: string;
  /** Default `blank`: a page of its own. */
  target?: 'blank' | 'self';
  primary?: boolean;
}

/** A measure that is compared, by its own titles, and how far back with what. */
export interface ComparisonAnnotation {
  title?: string;
  shortTitle?: string;
  output: 'previous' | 'difference' | 'percent';
  amount: number;
  unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
}

/** What the query API says of one column. */
export interface ColumnAnnotation {
  title?: string;
  shortTitle?: string;
  type?: string;
  format?: unknown;
  /** Whether the format is the report's choice, which goes before all others. */
  isChosen?: boolean;
  /** Of a measure: the members that say what lies behind it, as far as the viewer may see them. */
  drillMembers?: readonly string[];
  drillMembersGrouped?: { measures: readonly string[]; dimensions: readonly string[] };
  /** Of a measure as it was, or its change since: what its titles say. */
  comparison?: ComparisonAnnotation;
  /** Of a dimension, of time too: its links; each has its addresses in a dimension of its own, see `linkKey`. */
  links?: readonly LinkAnnotation[];
  /** Of a bucket of time: how long it is, such as `1 week`; absent where the model has it in a calendar. */
  granularity?: { interval?: string };
}

/** The rows of one query, and what is known of their columns, by column key. */
export interface QueryResult {
  rows: Record<string, Cell>[];
  columns: Record<string, ColumnAnnotation & { kind: 'measure' | 'dimension' | 'timeDimension' }>;
  /** What the query let through of each time member, by its name. */
  bounds?: Record<string, TimeBounds>;
  /** How many rows there are beyond a limit, where the query asked for it. */
  total?: number;
  /** Of a script's output: how many rows of its query it was given, where there are more. */
  firstRows?: number;
  /** The zone that the times are wall clocks of. */
  timezone?: string;
}

/** One result of an answer of the query API. */
export interface WireResult {
  query?: BoundedQuery;
  total?: number;
  data: Record<string, Cell>[];
  annotation: Record<'measures' | 'dimensions' | 'timeDimensions', Record<string, ColumnAnnotation>>;
}

/**
 * Reads one result. Numbers come as texts where they might be large; those that are stay texts, with all their digits.
 */
export function toResult({ query = {}, data, annotation, total }: WireResult): QueryResult {
  const columns: QueryResult['columns'] = {};
  for (const [group, kind] of [
    ['dimensions', 'dimension'],
    ['timeDimensions', 'timeDimension'],
    ['measures', 'measure'],
  ] as const) {
    for (const [key, column] of Object.entries(annotation[group])) columns[key] = { ...column, kind };
  }
  const numeric = Object.keys(columns).filter((key) => columns[key]?.type === 'number');
  const rows = data.map((row) => {
    const read = { ...row };
    for (const key of numeric) {
      const value = read[key];
      if (typeof value === 'string') read[key] = readNumber(value);
    }
    return read;
  });
  return {
    rows,
    columns,
    bounds: timeBoundsOf(query),
    ...(total !== undefined && { total }),
    ...(query.timezone !== undefined && { timezone: query.timezone }),
  };
}
