import type { ControlMapping, GrainSetting, Query } from '../controls/control-settings.ts';

/**
 * The query cut by the granularities that controls set. Its order and the time dimension that it fills missing rows of
 * name what it cuts, so they follow.
 */
export function applyGrains(query: Query, grains: readonly GrainSetting[], mapping: ControlMapping): Query {
  const renamed = new Map<string, string>();
  const timeDimensions = query.timeDimensions?.map((time) => {
    const grain = grains.find(({ widgetId, member }) => {
      const mapped = mapping?.[widgetId];
      return mapped !== false && (mapped ? mapped.member : member) === time.dimension;
    });
    if (!grain || time.granularity === undefined) return time;
    renamed.set(`${time.dimension}.${time.granularity}`, `${time.dimension}.${grain.granularity}`);
    return { ...time, granularity: grain.granularity };
  });
  if (renamed.size === 0) return query;
  const follow = (key: string) => renamed.get(key) ?? key;
  const { order, fillMissingRows: fill } = query;
  return {
    ...query,
    ...(timeDimensions && { timeDimensions }),
    ...(order && { order: followOrder(order, follow) }),
    ...(fill && { fillMissingRows: { ...fill, member: follow(fill.member) } }),
  };
}

function followOrder(order: NonNullable<Query['order']>, follow: (key: string) => string): Query['order'] {
  if (Array.isArray(order)) return order.map(([key, direction]) => [follow(key), direction]);
  return Object.fromEntries(Object.entries(order).map(([key, direction]) => [follow(key), direction]));
}
