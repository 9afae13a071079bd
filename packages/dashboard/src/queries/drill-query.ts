import type { SwappedFields } from './apply-fields.ts';
import type { Query } from '../controls/control-settings.ts';
import type { ColumnAnnotation, QueryResult } from '../results/query-result.ts';
import { drilledMember, isDrillable, memberOf, type DrillClick } from './drill-click.ts';
import { addSpans, momentBefore, parseInterval, type Span } from '../results/wall-clock.ts';

export { drilledMember, isDrillable, type DrillClick } from './drill-click.ts';

/** What the rows behind a number follow from. */
export interface DrillSource {
  /** The report's query as it was asked, controls applied. */
  query: Query;
  columns: QueryResult['columns'];
  /** What the report let through of each time, which a comparison moves. */
  bounds?: QueryResult['bounds'];
  /** The members that stand for others in the query; the columns have the names of the report. */
  swapped?: SwappedFields;
  /** Whether a filter is on a measure: it chooses groups, and says nothing of rows. Default: those of the query. */
  isMeasure?(member: string): boolean;
}

/**
 * The query for the rows behind a number: the drill members of its measure, and the measure, of the rows that the
 * number counts. It has the report's filters, segments and zone, and the coordinates of the click as filters; a number
 * of an earlier period has the rows of that period. The order is that of the columns, so that pages follow one another.
 *
 * Undefined where the model names no drill members, or where a bucket of time has no length that is known.
 */
export function drillQuery(click: DrillClick, source: DrillSource): Query | undefined {
  const { query, columns } = source;
  const column = columns[click.column];
  if (!column || !isDrillable(column)) return undefined;
  const measure = drilledMember(click, source.swapped);
  const coordinates = coordinateFilters(click, source);
  if (!coordinates) return undefined;
  const { measures, dimensions, timeDimensions } = membersToShow(column, measure);
  const isMeasure = (member: string) =>
    (query.measures ?? []).includes(member) || (source.isMeasure?.(member) ?? false);
  const moved = comparisonOf(click, query);
  const rowFilters = (query.filters ?? []).filter(
    (filter) => !membersIn(filter).some((member) => isMeasure(member) || member === moved?.timeDimension),
  );
  return {
    ...withoutShape(query),
    measures,
    dimensions,
    timeDimensions: [...timeDimensions, ...rangesOf(click, source)],
    filters: [
      { member: measure, operator: 'measureFilter' },
      ...rowFilters,
      ...(moved ? movedBounds(moved, source.bounds) : []),
      ...coordinates,
    ],
    order: [
      ...dimensions,
      ...timeDimensions.map(({ dimension, granularity }) => `${dimension}.${granularity}`),
    ].map((key): [string, string] => [key, 'asc']),
  };
}

/** What a query says of its result rather than of the rows that it counts. */
const SHAPE = new Set(
  'order limit rowLimit offset total ungrouped responseFormat periodComparisons fillMissingRows'.split(' '),
);

const withoutShape = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([key]) => !SHAPE.has(key)));

interface Members {
  measures: string[];
  dimensions: string[];
  timeDimensions: { dimension: string; granularity: string }[];
}

/** The drill members in the order of the model, and the measure that is drilled behind them. */
function membersToShow(
  { drillMembers = [], drillMembersGrouped }: ColumnAnnotation,
  measure: string,
): Members {
  const isMeasure = new Set(drillMembersGrouped?.measures ?? []);
  const members: Members = { measures: [], dimensions: [], timeDimensions: [] };
  for (const name of new Set(drillMembers)) {
    const granularity = name.split('.')[2];
    if (isMeasure.has(name)) members.measures.push(name);
    else if (granularity === undefined) members.dimensions.push(name);
    else members.timeDimensions.push({ dimension: memberOf(name), granularity });
  }
  return { ...members, measures: [...new Set([...members.measures, measure])] };
}

/** The ranges of the report's time dimensions but the one that a comparison moves. */
function rangesOf(click: DrillClick, { query }: DrillSource): { dimension: string; dateRange: unknown }[] {
  const moved = comparisonOf(click, query);
  return (query.timeDimensions ?? []).flatMap(({ dimension, dateRange }) =>
    dateRange === undefined || dateRange === null || dimension === moved?.timeDimension
      ? []
      : [{ dimension, dateRange }],
  );
}

/** What the report lets through of a time, as far back as the comparison lies. */
function movedBounds({ timeDimension, offset }: Comparison, bounds: DrillSource['bounds']): object[] {
  const { from, to } = bounds?.[timeDimension] ?? {};
  const back = [{ ...offset, amount: -offset.amount }];
  return [
    ...(from === undefined ? [] : [{ operator: 'afterOrOnDate', values: [addSpans(from, back)] }]),
    ...(to === undefined ? [] : [{ operator: 'beforeOrOnDate', values: [addSpans(to, back)] }]),
  ].map((bound) => ({ member: timeDimension, ...bound }));
}

function coordinateFilters(
  click: DrillClick,
  { query, columns, swapped }: DrillSource,
): object[] | undefined {
  const moved = comparisonOf(click, query);
  const filters: object[] = [];
  for (const [key, column] of Object.entries(columns)) {
    const value = click.coordinates[key];
    const reported = memberOf(key);
    const member = swapped?.get(reported) ?? reported;
    if (column.kind === 'measure' || value === undefined) continue;
    if (value === null) filters.push({ member, operator: 'notSet' });
    else if (column.kind === 'dimension' && column.type !== 'time')
      filters.push({ member, operator: 'equals', values: [String(value)] });
    else if (column.kind === 'dimension')
      filters.push({ member, operator: 'inDateRange', values: [String(value), String(value)] });
    else if (key !== reported) {
      const bucket = bucketOf(String(value), key, column);
      if (!bucket) return undefined;
      const back = member === moved?.timeDimension ? [{ ...moved.offset, amount: -moved.offset.amount }] : [];
      filters.push({ member, operator: 'inDateRange', values: shift(bucket, back) });
    }
  }
  return filters;
}

/** The first moment of a bucket, and the first one after it. */
function bucketOf(start: string, key: string, column: ColumnAnnotation): [string, string] | undefined {
  const interval = column.granularity?.interval ?? `1 ${key.split('.')[2] ?? ''}`;
  const spans = parseInterval(interval);
  return spans && [start, addSpans(start, spans)];
}

/** Both ends moved, the second to the last moment before it. */
function shift([start, end]: [string, string], spans: readonly Span[]): [string, string] {
  return [addSpans(start, spans), momentBefore(addSpans(end, spans))];
}

interface Comparison {
  measure: string;
  timeDimension: string;
  offset: Span;
}

/** The comparison that a column shows the earlier value of, such as `orders.total.previous_1_month`. */
function comparisonOf({ column }: DrillClick, query: Query): Comparison | undefined {
  // What a report compares is checked when it is stored; a column of that name exists only where the query had it.
  const comparisons = (query['periodComparisons'] ?? []) as Comparison[];
  const [, amount, unit] = /\.previous_(\d+)_(\w+)$/.exec(column) ?? [];
  return comparisons.find(({ offset }) => String(offset.amount) === amount && offset.unit === unit);
}

function membersIn(filter: object): string[] {
  const { member, dimension, and, or } = filter as Record<'member' | 'dimension' | 'and' | 'or', unknown>;
  const inner = [and, or].flatMap((list) => (Array.isArray(list) ? (list as object[]) : []));
  return [...[member, dimension].filter((name) => typeof name === 'string'), ...inner.flatMap(membersIn)];
}
