import type { Annotation } from '../describe/annotation.ts';
import type { NormalizedFilter, NormalizedQuery } from '../query/query.ts';

/**
 * Within the compiler a calculated field has a name that no author can write, `orders.$margin`: row filters of policies
 * look members up by name, and must never come upon what a caller has defined.
 */
export function internalName(name: string): string {
  return name.replace('.', '.$');
}

/** The name that the caller gave, of a field, a column or an order. */
export function callersName(name: string): string {
  return name.replace('.$', '.');
}

/** An annotation keyed by the names that the caller gave. */
export function withCallersNames(annotation: Annotation): Annotation {
  const rename = <Value>(map: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(map).map(([name, value]) => [callersName(name), value]));
  return {
    measures: rename(annotation.measures),
    dimensions: rename(annotation.dimensions),
    segments: annotation.segments,
    timeDimensions: rename(annotation.timeDimensions),
  };
}

/**
 * The names of members in a query, also those that only a filter or the order has; orders without what follows the
 * member.
 */
export function namesInQuery(query: NormalizedQuery): string[] {
  return [
    ...query.measures,
    ...query.dimensions,
    ...query.timeDimensions.map(({ dimension }) => dimension),
    ...filterNames(query.filters),
    ...(query.order ?? []).map(({ id }) => memberOf(id)),
    ...(query.periodComparisons ?? []).map(({ measure }) => measure),
  ];
}

/** The query with internal names for its calculated fields. */
export function withInternalNames(query: NormalizedQuery, fields: ReadonlySet<string>): NormalizedQuery {
  const rename = (name: string) => (fields.has(memberOf(name)) ? internalName(name) : name);
  const { order, periodComparisons, fillMissingRows } = query;
  return {
    ...query,
    measures: query.measures.map(rename),
    dimensions: query.dimensions.map(rename),
    timeDimensions: query.timeDimensions.map((time) => ({ ...time, dimension: rename(time.dimension) })),
    filters: query.filters.map((filter) => renameFilter(filter, rename)),
    ...(order && { order: order.map(({ id, desc }) => ({ id: rename(id), desc })) }),
    ...(periodComparisons && {
      periodComparisons: periodComparisons.map((entry) => ({ ...entry, measure: rename(entry.measure) })),
    }),
    ...(fillMissingRows && {
      fillMissingRows: {
        ...fillMissingRows,
        excludedDimensions: fillMissingRows.excludedDimensions.map(rename),
      },
    }),
  };
}

function memberOf(id: string): string {
  return id.split('.').slice(0, 2).join('.');
}

function filterNames(filters: readonly NormalizedFilter[]): string[] {
  return filters.flatMap((filter) =>
    'and' in filter ? filterNames(filter.and) : 'or' in filter ? filterNames(filter.or) : [filter.member],
  );
}

function renameFilter(filter: NormalizedFilter, rename: (name: string) => string): NormalizedFilter {
  if ('and' in filter) return { and: filter.and.map((part) => renameFilter(part, rename)) };
  if ('or' in filter) return { or: filter.or.map((part) => renameFilter(part, rename)) };
  return { ...filter, member: rename(filter.member) };
}
