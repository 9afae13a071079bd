import { bucketSeconds } from './bucket-length.ts';
import { approximateSeconds } from '../model/language/interval.ts';
import type { Dimension, RollingWindow } from '../model/definitions/model.ts';
import type { MemberRef } from '../members/member-ref.ts';
import { wallClockOf } from '../query/date-range.ts';
import type { OpenRange } from '../ir/scope.ts';

/** Months, and zones that change their clocks, are not all of one length. */
const MARGIN = { factor: 1.1, ms: 4 * 24 * 3600 * 1000 };

/** The times that any window of a range reaches, and some more, so that not the whole table has to be read. */
export function reachOf(
  window: RollingWindow,
  { member }: MemberRef<Dimension>,
  granularity: string | undefined,
  [from, to]: readonly [string, string],
): OpenRange | undefined {
  const bucket = granularity === undefined ? 0 : bucketSeconds(member, granularity);
  const back =
    window.kind === 'to-date' ? bucketSeconds(member, window.granularity.text) : spanOf(window.trailing);
  const on = window.kind === 'to-date' ? 0 : spanOf(window.leading);
  const moved = (moment: string, direction: 1 | -1, seconds: number) => {
    const ms = (bucket + seconds) * 1000 * MARGIN.factor + MARGIN.ms;
    return endOfDay(new Date(Date.parse(`${wallClockOf(moment)}Z`) + direction * ms), direction);
  };
  const reach: OpenRange = [
    back === undefined ? undefined : moved(from, -1, back),
    on === undefined ? undefined : moved(to, 1, on),
  ];
  return reach.some((end) => end !== undefined) ? reach : undefined;
}

/** Whole days, which are compared faster; undefined beyond the years that have four digits. */
function endOfDay(moment: Date, direction: 1 | -1): string | undefined {
  const text = Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  const end = direction === 1 ? '23:59:59.999' : '00:00:00.000';
  return /^\d{4}-/.test(text) ? `${text.slice(0, 10)}T${end}` : undefined;
}

/** In seconds; undefined without end. */
function spanOf(interval: string | undefined): number | undefined {
  if (interval === 'unbounded') return undefined;
  return interval === undefined ? 0 : approximateSeconds(interval);
}
