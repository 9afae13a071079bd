import type { WindowRelation } from '../ir/plan.ts';

/** Units of which each holds whole ones of those before. */
const NESTED = ['second', 'minute', 'hour', 'day', 'month', 'quarter', 'year'];

/**
 * Whether a window begins where time does or with a period, so that its values run on from bucket to bucket: each row
 * is looked at once then, whatever the number of buckets.
 */
export function isRunning({ window, granularity, time: { member } }: WindowRelation): boolean {
  if (granularity === undefined) return false;
  if (window.kind === 'fixed') return window.trailing === 'unbounded' && window.leading === undefined;
  const period = window.granularity.text;
  const isOwn = [granularity, period].some((name) => member.granularities[name] !== undefined);
  return !isOwn && isWithin(granularity, period);
}

/** Whether each bucket of a unit is in one period of another. */
function isWithin(unit: string, period: string): boolean {
  const [inner, outer] = [NESTED.indexOf(unit), NESTED.indexOf(period === 'week' ? 'day' : period)];
  return inner >= 0 && inner <= outer;
}
