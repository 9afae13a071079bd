import { MAX_FILLED_BUCKETS } from '@oriel/contract/limits';
import {
  aggregate,
  aliased,
  as,
  column,
  columnOf,
  compare,
  filter,
  keep,
  named,
  or,
  project,
  shift,
} from '../algebra/build.ts';
import type { Expression, Relation } from '../algebra/algebra.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Dimension } from '../model/definitions/model.ts';
import { approximateSeconds, isOfMonths, parseInterval } from '../model/language/interval.ts';
import { bucketLength, bucketSeconds } from '../plan/bucket-length.ts';
import { startOf, wallClockOf } from '../query/date-range.ts';
import { QueryError } from '../query/query.ts';
import { cutTime } from './members/cut-time.ts';
import { timeParameter } from './members/filter-condition.ts';
import type { LowerSettings } from './members/lower-settings.ts';

/** A time dimension cut into buckets of a granularity, from one moment to another. */
interface Series {
  readonly time: MemberRef<Dimension>;
  readonly granularity: string;
  /** Absent: from the smallest to the largest of `moments`. */
  readonly range: readonly [string, string] | undefined;
  /** A relation that a `with` names, and its column of wall clocks. */
  readonly moments: { readonly relation: string; readonly column: string };
  /**
   * Those of the buckets that the clocks of the zone skip that stay nevertheless: none, those that begin with one of
   * `moments`, or all.
   */
  readonly skipped: 'none' | 'of-moments' | 'all';
}

const START = 'start';

/**
 * The buckets of a time dimension, as a relation of one column named `start`, but for those that the clocks of the zone
 * skip.
 *
 * @throws QueryError when there are too many
 */
export function lowerSeries(settings: LowerSettings, series: Series): Relation {
  const { time, granularity, range } = series;
  const length = bucketLength(time.member, granularity);
  if (range) refuseTooMany(range, approximateSeconds(length), time.name, granularity);
  const [from, to] = endsOf(series);
  const steps = parseInterval(length) ?? [];
  const moments: Relation = {
    kind: 'series',
    alias: '__series',
    column: START,
    from: cutTime(settings, from, time.member, granularity),
    to,
    steps,
  };
  const start = [keep(START)];
  if (!drifts(time.member, granularity))
    return project(filter(moments, conditionsOfClock(settings, series)), start);
  const settled = project(aliased(project(moments, start), 'steps'), [
    as(settle(settings, series, column(START)), START),
  ]);
  return project(filter(aliased(settled, 'settled'), [compare(column(START), '<=', to)]), start);
}

const DAY = 86_400;
const MILLISECOND = [{ amount: 1, unit: 'millisecond' as const }];

/**
 * Clocks skip up to a day, as those of Samoa did; a bucket of which they show the beginning or the end is none that
 * they skip.
 */
function conditionsOfClock(
  { timezone }: LowerSettings,
  { time, granularity, skipped, moments }: Series,
): Expression[] {
  if (timezone === 'UTC' || skipped === 'all' || bucketSeconds(time.member, granularity) > DAY) return [];
  const step = parseInterval(bucketLength(time.member, granularity)) ?? [];
  const start = column(START);
  const last = shift(shift(start, '+', step), '-', MILLISECOND);
  const isOnClock = (value: Expression): Expression => ({ kind: 'on-clock', value, zone: timezone });
  const rows = project(named(moments.relation), [keep(moments.column)]);
  return [
    or([
      isOnClock(start),
      isOnClock(last),
      ...(skipped === 'of-moments' ? [{ kind: 'among', value: start, rows } as const] : []),
    ]),
  ];
}

/**
 * The start of a bucket that has been reached in steps. Where buckets are of months and begin on a day that not every
 * month has, a step from the end of February leads to days before that of March.
 */
export function settle(
  settings: LowerSettings,
  { time, granularity }: Pick<Series, 'time' | 'granularity'>,
  start: Expression,
): Expression {
  return drifts(time.member, granularity)
    ? cutTime(settings, shift(start, '+', INTO_THE_MONTH), time.member, granularity)
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
export function endsOf({
  range,
  moments,
}: Pick<Series, 'range' | 'moments'>): readonly [Expression, Expression] {
  if (range) {
    const end = (text: string) => timeParameter(startOf(text, 'UTC', 'wall-clock'));
    return [end(range[0]), end(range[1])];
  }
  const extreme = (name: 'min' | 'max'): Expression => ({
    kind: 'scalar',
    rows: {
      kind: 'aggregate',
      input: named(moments.relation),
      by: [],
      measures: [as(aggregate(name, columnOf(moments.relation, moments.column)), moments.column)],
      having: [],
    },
  });
  return [extreme('min'), extreme('max')];
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
