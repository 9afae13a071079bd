import { MAX_FILLED_BUCKETS } from '@oriel/contract/limits';
import { bucketLength, bucketSeconds } from '../plan/bucket-length.ts';
import { approximateSeconds, isOfMonths, parseInterval } from '../model/language/interval.ts';
import type { Dimension } from '../model/definitions/model.ts';
import type { MemberRef } from '../members/member-ref.ts';
import { startOf, wallClockOf } from '../query/date-range.ts';
import { QueryError } from '../query/query.ts';
import { bound, join, sql, type Fragment } from '../sql/fragment.ts';
import { cutTime } from './render/cut-time.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** A time dimension cut into buckets of a granularity, from one moment to another. */
interface Series {
  readonly time: MemberRef<Dimension>;
  readonly granularity: string;
  /** Absent: from the smallest to the largest of `moments`. */
  readonly range: readonly [string, string] | undefined;
  /** A relation and its column of wall clocks. */
  readonly moments: { readonly relation: string; readonly column: string };
  /**
   * Those of the buckets that the clocks of the zone skip that stay nevertheless: none, those that begin with one of
   * `moments`, or all.
   */
  readonly skipped: 'none' | 'of-moments' | 'all';
}

/**
 * The buckets of a time dimension, as a relation of one column named `start`, but for those that the clocks of the zone
 * skip.
 *
 * @throws QueryError when there are too many
 */
export function writeSeries(settings: WriteSettings, series: Series): Fragment {
  const { dialect } = settings;
  const { time, granularity, range } = series;
  const length = bucketLength(time.member, granularity);
  if (range) refuseTooMany(range, approximateSeconds(length), time.name, granularity);
  const [from, to] = endsOf(settings, series);
  const start: Fragment = [dialect.quoteIdentifier('start')];
  const first = cutTime(settings, from, time.member, granularity);
  const moments = dialect.series(first, to, parseInterval(length) ?? []);
  const stepped = sql`SELECT ${start} FROM ${moments} AS ${dialect.quoteIdentifier('series')}(${start})`;
  if (!drifts(time.member, granularity)) return sql`${stepped}${leaveOutSkipped(settings, series, start)}`;
  const settled = settle(settings, series, start);
  return sql`SELECT ${start} FROM (SELECT ${settled} AS ${start} FROM (${stepped}) AS ${dialect.quoteIdentifier('steps')}) AS ${dialect.quoteIdentifier('settled')} WHERE ${start} <= ${to}`;
}

const DAY = 86_400;
const MILLISECOND = [{ amount: 1, unit: 'millisecond' as const }];

/**
 * Clocks skip up to a day, as those of Samoa did; a bucket of which they show the beginning or the end is none that
 * they skip.
 */
function leaveOutSkipped(
  { dialect, timezone }: WriteSettings,
  { time, granularity, skipped, moments: { relation, column } }: Series,
  start: Fragment,
): Fragment {
  if (timezone === 'UTC' || skipped === 'all' || bucketSeconds(time.member, granularity) > DAY) return [];
  const step = parseInterval(bucketLength(time.member, granularity)) ?? [];
  const last = dialect.shift(dialect.shift(start, '+', step), '-', MILLISECOND);
  const kept = [
    dialect.isOnClock(start, timezone),
    dialect.isOnClock(last, timezone),
    ...(skipped === 'of-moments' ? [sql`${start} IN (SELECT ${column} FROM ${relation})`] : []),
  ];
  return sql` WHERE ${join(kept, ' OR ')}`;
}

/**
 * The start of a bucket that has been reached in steps. Where buckets are of months and begin on a day that not every
 * month has, a step from the end of February leads to days before that of March.
 */
export function settle(
  settings: WriteSettings,
  { time, granularity }: Pick<Series, 'time' | 'granularity'>,
  start: Fragment,
): Fragment {
  return drifts(time.member, granularity)
    ? cutTime(settings, settings.dialect.shift(start, '+', INTO_THE_MONTH), time.member, granularity)
    : start;
}

/** Further than steps drift, and less than any month. */
const INTO_THE_MONTH = [{ amount: 10, unit: 'day' as const }];

function drifts({ granularities }: Dimension, granularity: string): boolean {
  const { interval = '', offset = '', origin } = granularities[granularity] ?? {};
  const moves = parseInterval(offset) ?? [];
  return (
    origin === undefined &&
    isOfMonths(parseInterval(interval) ?? []) &&
    moves.some((move) => !isOfMonths([move]))
  );
}

/** Where the buckets begin and end, as wall clock. */
export function endsOf(
  { dialect }: WriteSettings,
  { range, moments: { relation, column } }: Pick<Series, 'range' | 'moments'>,
): readonly [Fragment, Fragment] {
  if (!range)
    return [
      [`(SELECT min(${relation}.${column}) FROM ${relation})`],
      [`(SELECT max(${relation}.${column}) FROM ${relation})`],
    ];
  const end = (text: string) => dialect.castToTimestamp(bound(startOf(text, 'UTC', 'wall-clock')));
  return [end(range[0]), end(range[1])];
}

function refuseTooMany(
  [from, to]: readonly [string, string],
  seconds: number,
  name: string,
  granularity: string,
): void {
  const buckets = (Date.parse(`${wallClockOf(to)}Z`) - Date.parse(`${wallClockOf(from)}Z`)) / 1000 / seconds;
  if (buckets > MAX_FILLED_BUCKETS)
    throw new QueryError(
      'too_many_buckets',
      `From ${from} to ${to} there are more than ${MAX_FILLED_BUCKETS} of ${granularity} of ${name}; take a coarser granularity or a shorter range`,
      name,
    );
}
