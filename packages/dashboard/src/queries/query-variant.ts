import type { Query } from '../controls/control-settings.ts';

/** A report's query for fewer of its groups: what a total or a small chart in a cell is asked with. */
export interface QueryVariant {
  /** Keys of the dimensions that stay, times with their granularity; every other one is summed up by the server. */
  readonly keep: readonly string[];
  /** A time that the rows are cut by as well. */
  readonly by?: { readonly dimension: string; readonly granularity: string };
  /** The measures that are asked for; default all. */
  readonly measures?: readonly string[];
}

/**
 * Why a query has no totals that would be those of its rows. `ungrouped`: its rows are no groups; `measureFilter`: it
 * leaves out groups by their measures, which the sum of all of them would not.
 */
export type NoVariant = 'ungrouped' | 'measureFilter';

/**
 * Finds out whether a query can be asked for fewer groups.
 *
 * @param isDimension what is known of a member that only a filter names; undefined counts as a measure
 */
export function findNoVariant(
  query: Query,
  isDimension: (member: string) => boolean | undefined,
): NoVariant | undefined {
  if (query['ungrouped'] === true) return 'ungrouped';
  const asked = new Set([
    ...(query.dimensions ?? []),
    ...(query.timeDimensions ?? []).map(({ dimension }) => dimension),
  ]);
  const isKnown = (member: string) => asked.has(member) || isDimension(member) === true;
  return filterMembers(query.filters ?? []).every(isKnown) ? undefined : 'measureFilter';
}

/** The members that the filters of a query name, in whatever depth. */
export function filterMembers(filters: readonly unknown[]): string[] {
  return filters.flatMap((filter) => {
    if (typeof filter !== 'object' || filter === null) return [];
    const { member, dimension, and, or } = filter as Record<string, unknown>;
    const own = [member, dimension].filter((name) => typeof name === 'string');
    const parts = [and, or].filter((part): part is unknown[] => Array.isArray(part));
    return [...own, ...parts.flatMap(filterMembers)];
  });
}

/**
 * The query for fewer groups. Its filters and ranges of time stay; its order, its limit and the rows that it fills in
 * go. A comparison goes where the time that it counts by does: there is nothing to compare then.
 *
 * @param limit the most rows that are wanted
 */
export function toVariant(query: Query, variant: QueryVariant, limit: number): Query {
  const { order: _order, offset: _offset, total: _total, fillMissingRows: _fill, ...rest } = query;
  const kept = new Set(variant.keep);
  const times = (query.timeDimensions ?? []).map(({ granularity, ...time }) =>
    granularity !== undefined && kept.has(`${time.dimension}.${granularity}`)
      ? { ...time, granularity }
      : time,
  );
  const measures = variant.measures
    ? (query.measures ?? []).filter((measure) => variant.measures?.includes(measure))
    : query.measures;
  const comparisons = Array.isArray(query['periodComparisons'])
    ? (query['periodComparisons'] as { measure: string; timeDimension: string }[]).filter(
        ({ measure, timeDimension }) =>
          measures?.includes(measure) &&
          times.some((time) => time.dimension === timeDimension && 'granularity' in time),
      )
    : undefined;
  return {
    ...rest,
    ...(measures && { measures: [...measures] }),
    ...(query.dimensions && { dimensions: query.dimensions.filter((member) => kept.has(member)) }),
    ...(query.timeDimensions || variant.by ? { timeDimensions: withCut(times, variant.by) } : {}),
    ...(comparisons && { periodComparisons: comparisons }),
    limit,
  };
}

type Times = NonNullable<Query['timeDimensions']>;

/** The times of a query with one more cut: on the entry that narrows the same time, so that its range stays. */
function withCut(times: Times, by: QueryVariant['by']): Times {
  if (!by) return times;
  const index = times.findIndex(
    ({ dimension, granularity }) => dimension === by.dimension && granularity === undefined,
  );
  if (index === -1) return [...times, { ...by }];
  return times.map((time, at) => (at === index ? { ...time, granularity: by.granularity } : time));
}
