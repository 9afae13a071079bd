import { DateTime } from 'luxon';
import { parseInterval } from '../../model/language/interval.ts';
import type { Granularity } from '../../model/definitions/model.ts';
import type { Clock } from '../../query/query.ts';

const WALL_CLOCK = 'yyyy-MM-dd HH:mm:ss';

/**
 * Where the steps of a custom granularity are counted from, as wall clock of the query's zone: its origin, which may
 * name a zone of its own, or the start of the current year (for weeks: its Monday) moved by the offset.
 */
export function stepOrigin(
  { interval, offset, origin }: Granularity,
  timezone: string,
  clock: Clock,
): string {
  if (origin !== undefined)
    return DateTime.fromISO(origin.trim().replace(' ', 'T'), { zone: timezone }).toFormat(WALL_CLOCK);
  const isWeeks = parseInterval(interval)?.some(({ unit }) => unit === 'week');
  const year = DateTime.fromJSDate(clock.now, { zone: timezone }).startOf('year');
  // On the wall clock, which knows no clock changes, an offset of 24 hours is always a day.
  const start = (isWeeks ? year.startOf('week') : year).setZone('UTC', { keepLocalTime: true });
  return (parseInterval(offset ?? '') ?? [])
    .reduce((moment, { amount, unit }) => moment.plus({ [unit]: amount }), start)
    .toFormat(WALL_CLOCK);
}
