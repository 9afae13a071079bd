import {
  aggregate,
  ALWAYS,
  and,
  as,
  column,
  columnOf,
  compare,
  keep,
  leftJoin,
  named,
  origin,
  project,
  shift,
  aliased,
} from '../algebra/build.ts';
import type { Expression, Relation } from '../algebra/algebra.ts';
import type { GroupColumn } from '../ir/columns.ts';
import type { WindowRelation } from '../ir/plan.ts';
import type { Measure } from '../model/definitions/model.ts';
import { parseInterval } from '../model/language/interval.ts';
import { bucketLength } from '../plan/bucket-length.ts';
import { isRunning } from '../plan/running-window.ts';
import { bucketOf } from '../plan/window-bucket.ts';
import { columnAlias } from './column-names.ts';
import { joinRunning } from './lower-running-window.ts';
import { endsOf, lowerSeries, settle } from './lower-series.ts';
import { lowerBucketRows, lowerWindowRows, WINDOW_TIME, WINDOW_VALUE } from './lower-window-rows.ts';
import { cutTime } from './members/cut-time.ts';
import { aggregateOf } from './members/lower-aggregate.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import { originOf } from './members/origin-of.ts';
import { shiftsOf } from './members/shifted-time.ts';

const ROWS = '__window_rows';
const BUCKETS = '__buckets';
const START = 'start';
const END = 'end';

/**
 * A measure over a window: the buckets of the time dimension, each with the rows in its window. Buckets
 * without rows stay, and rows outside the query's range count where a window reaches them.
 */
export function lowerWindow(settings: LowerSettings, relation: WindowRelation): Relation {
  const { baseMeasure, rows, granularity } = relation;
  const { cube, measure, key } = baseMeasure;
  const groups = rows.scope.groups;
  const isOfTime = (group: GroupColumn) =>
    group.kind === 'timeDimension' && group.ref.name === relation.time.name;
  const others = groups.filter((group) => !isOfTime(group));
  const bucket = bucketOf(relation);
  const body =
    bucket === undefined
      ? lowerWindowRows(settings, relation, others)
      : lowerBucketRows(settings, relation, others, bucket);
  const parts = [
    { name: ROWS, rows: body },
    { name: BUCKETS, rows: lowerBuckets(settings, relation) },
  ];
  const byOf = (alias: string) =>
    groups.map((group) => {
      const name = columnAlias(group);
      if (group.kind !== 'timeDimension' || !isOfTime(group)) return keep(name, alias);
      const start = columnOf(BUCKETS, START);
      // The series has the finest granularity; a coarser one is cut from it.
      const isFinest = group.granularity === granularity;
      const cut = isFinest ? start : cutTime(settings, start, group.ref.member, group.granularity);
      return as(origin(originOf(group.ref.cube, group.ref.member), cut), name);
    });
  const measured = (value: Expression) => as(origin(originOf(cube, measure), value), key);
  const joined = bucket === undefined ? undefined : joiningOf(measure);
  if (joined && isRunning(relation)) {
    const buckets = { name: BUCKETS, start: START, end: END };
    const running = joinRunning(settings, relation, { rows: ROWS, buckets, aggregate: joined, others });
    const columns = [...byOf(running.alias), as(columnOf(running.alias, WINDOW_VALUE), key)];
    return { kind: 'with', parts, body: project(running.rows, columns) };
  }
  const value = columnOf(ROWS, WINDOW_VALUE);
  const whole = joined
    ? aggregate(joined, value)
    : aggregateOf(measure, value, { isFannedOut: bucket === undefined && relation.isFannedOut });
  const inWindow = windowCondition(settings, relation, columnOf(ROWS, WINDOW_TIME), {
    start: columnOf(BUCKETS, START),
    end: columnOf(BUCKETS, END),
  });
  return {
    kind: 'with',
    parts,
    body: {
      kind: 'aggregate',
      input: leftJoin(named(BUCKETS), named(ROWS), inWindow),
      by: byOf(ROWS),
      measures: [measured(whole)],
      having: [],
    },
  };
}

/** What makes one value of those of several buckets. */
function joiningOf({ type }: Measure): 'sum' | 'min' | 'max' | undefined {
  if (type === 'count') return 'sum';
  return type === 'sum' || type === 'min' || type === 'max' ? type : undefined;
}

const MILLISECOND_STEPS = [{ amount: 1, unit: 'millisecond' as const }];

/** Wherever an end is known to the millisecond, all of that belongs to it. */
const afterEnd = (end: Expression): Expression => shift(end, '+', MILLISECOND_STEPS);

/** The buckets, each from its start to its last millisecond; without granularity the whole range is one. */
function lowerBuckets(settings: LowerSettings, { rows, time, granularity, range }: WindowRelation): Relation {
  const moments = { relation: ROWS, column: WINDOW_TIME };
  if (granularity === undefined) {
    const [from, to] = endsOf({ range, moments });
    return project({ kind: 'one-row' }, [as(from, START), as(to, END)]);
  }
  const series = lowerSeries(settings, {
    time,
    granularity,
    range,
    moments,
    // What a shift moves may lie in any of them.
    skipped: shiftsOf(rows.scope, time).length > 0 ? 'all' : 'none',
  });
  const step = parseInterval(bucketLength(time.member, granularity)) ?? [];
  const next = settle(settings, { time, granularity }, shift(column(START), '+', step));
  return project(aliased(series, 'starts'), [keep(START), as(shift(next, '-', MILLISECOND_STEPS), END)]);
}

/** Which times a bucket's window holds. */
function windowCondition(
  settings: LowerSettings,
  { window, time: { member }, granularity, range }: WindowRelation,
  time: Expression,
  { start, end }: { start: Expression; end: Expression },
): Expression {
  // The last of all rows is an end by itself.
  const isLastRow = granularity === undefined && !range;
  const until = (moment: Expression) =>
    isLastRow ? compare(time, '<=', moment) : compare(time, '<', afterEnd(moment));
  const after = (moment: Expression) =>
    isLastRow ? compare(time, '>', moment) : compare(time, '>=', afterEnd(moment));
  if (window.kind === 'to-date')
    return and([compare(time, '>=', cutTime(settings, start, member, window.granularity.text)), until(end)]);
  const { trailing, leading, offset } = window;
  const moved = (moment: Expression, direction: '+' | '-', interval: string | undefined) =>
    interval === undefined ? moment : shift(moment, direction, parseInterval(interval) ?? []);
  const isFromStart = offset === 'start';
  const edge = isFromStart ? start : end;
  const first = moved(edge, '-', trailing);
  const last = moved(edge, '+', leading);
  const conditions = [
    ...(trailing === 'unbounded' ? [] : [isFromStart ? compare(time, '>=', first) : after(first)]),
    ...(leading === 'unbounded' ? [] : [isFromStart ? compare(time, '<', last) : until(last)]),
  ];
  return conditions.length === 0 ? ALWAYS : and(conditions);
}
