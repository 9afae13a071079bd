import { momentBefore } from './wall-clock.ts';

/** The first and the last moment that a query lets through, as wall clocks of its zone; an open end is undefined. */
export interface TimeBounds {
  from?: string;
  to?: string;
}

/** The parts of an answered query that bound a time: relative ranges have been resolved by the query API. */
export interface BoundedQuery {
  timezone?: string;
  timeDimensions?: readonly { dimension: string; dateRange?: unknown }[];
  filters?: readonly unknown[];
}

interface Condition extends TimeBounds {
  member: string;
}

/** What a query asks of each time member, by its name. Conditions joined by OR bound nothing. */
export function timeBoundsOf({
  timeDimensions = [],
  filters = [],
}: BoundedQuery): Record<string, TimeBounds> {
  const bounds: Record<string, TimeBounds> = {};
  const ranges = timeDimensions.map(({ dimension, dateRange }) => ({
    member: dimension,
    ...rangeOf(Array.isArray(dateRange) ? dateRange : []),
  }));
  for (const { member, from, to } of [...ranges, ...filters.flatMap(conditionsIn)]) {
    const known = (bounds[member] ??= {});
    if (from !== undefined && (known.from === undefined || from > known.from)) known.from = from;
    if (to !== undefined && (known.to === undefined || to < known.to)) known.to = to;
  }
  return bounds;
}

function conditionsIn(filter: unknown): Condition[] {
  if (typeof filter !== 'object' || filter === null) return [];
  if ('and' in filter && Array.isArray(filter.and)) return filter.and.flatMap(conditionsIn);
  if (!('member' in filter && 'operator' in filter && 'values' in filter)) return [];
  const { member, operator, values } = filter;
  if (typeof member !== 'string' || !Array.isArray(values)) return [];
  const [value] = values.map(String);
  const limits: Record<string, TimeBounds> = {
    inDateRange: rangeOf(values),
    onTheDate: rangeOf(values),
    ...(value !== undefined && {
      gt: rangeOf([value, undefined]),
      gte: rangeOf([value, undefined]),
      afterDate: rangeOf([value, undefined]),
      afterOrOnDate: rangeOf([value, undefined]),
      lt: { to: lastBefore(value) },
      beforeDate: { to: lastBefore(value) },
      lte: rangeOf([undefined, value]),
      beforeOrOnDate: rangeOf([undefined, value]),
    }),
  };
  const limit = limits[String(operator)];
  return limit ? [{ member, ...limit }] : [];
}

/** The last millisecond before a moment, or before the first one of a day. */
const lastBefore = (value: string) =>
  isDate(value)
    ? momentBefore(value.length === 10 ? `${value}T00:00:00.000` : value.replace(' ', 'T'))
    : undefined;

/** A day by itself is the range of its moments; what is no date bounds nothing. */
function rangeOf(values: readonly unknown[]): TimeBounds {
  const [from, to = values.length === 1 ? from : undefined] = values;
  return {
    ...(isDate(from) && { from: from.length === 10 ? `${from}T00:00:00.000` : from }),
    ...(isDate(to) && { to: to.length === 10 ? `${to}T23:59:59.999` : to }),
  };
}

/** Whether a value begins with a day, as `2026-01-31` and `2026-01-31T08:00:00.000` do. */
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
