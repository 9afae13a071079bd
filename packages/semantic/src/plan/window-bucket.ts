import { approximateSeconds, parseInterval } from '../model/language/interval.ts';
import type { Dimension, RollingWindow } from '../model/definitions/model.ts';
import type { WindowRelation } from '../ir/plan.ts';
import { isRunning } from './running-window.ts';
import { bucketLength, bucketSeconds } from './bucket-length.ts';

const ADDITIVE = new Set(['sum', 'count', 'min', 'max']);

/**
 * The buckets that an additive measure is summed up by before windows are put together of them, as a unit or a
 * granularity: the finest that the window or the query speaks of. A bucket belongs to a window by its first moment, so
 * that a month's trailing month is that month, whatever the lengths of the two. Other measures are computed over rows.
 */
export function bucketOf(relation: WindowRelation): string | undefined {
  const {
    baseMeasure,
    window,
    granularity,
    time: { member },
  } = relation;
  if (!ADDITIVE.has(baseMeasure.measure.type) || granularity === undefined) return undefined;
  if (window.kind === 'to-date' && isRunning(relation)) return granularity;
  const finestOf = (names: readonly string[]) => {
    const length = (name: string) => bucketSeconds(member, name);
    return names.toSorted((a, b) => length(a) - length(b))[0];
  };
  const own = unitsOf(bucketLength(member, granularity));
  const units = unitsOfWindow(window, member);
  // Days, weeks and months have no common unit but the day.
  const all = new Set([...own, ...units]);
  const isMixed = !all.isDisjointFrom(DAYS) && !all.isDisjointFrom(MONTHS);
  const finest = finestOf([granularity, ...units, ...(isMixed ? ['day'] : [])]);
  if (finest === undefined || (finest === granularity && isMadeOf(window, bucketLength(member, granularity))))
    return finest;
  // Bounds that do not go along with the query's periods need buckets that begin where both do.
  return finestOf([finest, ...own, ...unitsOfStart(member, granularity)]);
}

/** Whether each side of a window is so many whole periods; a month is known to be whole days. */
function isMadeOf(window: RollingWindow, period: string): boolean {
  if (window.kind === 'to-date') return false;
  return [window.trailing ?? 'unbounded', window.leading ?? 'unbounded'].every((side) => {
    const whole = isOfMonths(side) && !isOfMonths(period) ? '1 day' : side;
    return approximateSeconds(whole) % approximateSeconds(period) === 0;
  });
}

function unitsOfWindow(window: RollingWindow, member: Dimension): string[] {
  if (window.kind === 'fixed')
    return [window.trailing, window.leading].flatMap((interval) => unitsOf(interval ?? 'unbounded'));
  const { text } = window.granularity;
  return [
    'day',
    ...(member.granularities[text] ? unitsOf(bucketLength(member, text)) : []),
    ...unitsOfStart(member, text),
  ];
}

/** Units of which each period of a custom granularity begins with a whole one, beside those of its interval. */
function unitsOfStart({ granularities }: Dimension, granularity: string): string[] {
  const { interval = '', offset, origin } = granularities[granularity] ?? {};
  if (origin === undefined) return offset === undefined ? [] : unitsOf(offset);
  if (origin.includes(':')) return ['second'];
  return [origin.endsWith('-01') && isOfMonths(interval) ? 'month' : 'day'];
}

function isOfMonths(interval: string): boolean {
  return !new Set(unitsOf(interval)).isDisjointFrom(MONTHS);
}

const DAYS = new Set(['day', 'week']);
const MONTHS = new Set(['month', 'quarter', 'year']);

function unitsOf(interval: string): string[] {
  return interval === 'unbounded' ? [] : (parseInterval(interval) ?? []).map(({ unit }) => unit);
}
