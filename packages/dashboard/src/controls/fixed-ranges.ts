import type { Query } from './control-settings.ts';
import type { QueryResult } from '../results/query-result.ts';
import { isDate } from '../results/time-bounds.ts';

/**
 * A query with what its ranges in words were when it was answered: asked later, `last 30 days` would be other days.
 * Ranges that the bounds do not know are left as they are, and so are those below an OR.
 *
 * @param bounds those of the answer
 */
export function fixedRanges(query: Query, bounds: QueryResult['bounds'] = {}): Query {
  const rangeOf = (member: unknown) => {
    const { from, to } = (typeof member === 'string' && bounds[member]) || {};
    return from === undefined || to === undefined ? undefined : [from, to];
  };
  const fixed = (filter: object): object => {
    const { and, member, dimension, operator, values } = filter as Partial<Record<string, unknown>>;
    if (Array.isArray(and)) return { ...filter, and: (and as object[]).map(fixed) };
    const range = rangeOf(member ?? dimension);
    const isInWords = Array.isArray(values) && !values.every(isDate);
    const isRange = operator === 'inDateRange' || operator === 'onTheDate';
    return range && isRange && isInWords ? { ...filter, operator: 'inDateRange', values: range } : filter;
  };
  return {
    ...query,
    ...(query.timeDimensions && {
      timeDimensions: query.timeDimensions.map((time) => {
        const range = time.dateRange ? rangeOf(time.dimension) : undefined;
        return range ? { ...time, dateRange: range } : time;
      }),
    }),
    ...(query.filters && { filters: query.filters.map(fixed) as typeof query.filters }),
  };
}
