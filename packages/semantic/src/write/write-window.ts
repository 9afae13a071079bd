import type { Dialect } from '../dialect/dialect.ts';
import { bucketLength } from '../plan/bucket-length.ts';
import { bucketOf } from '../plan/window-bucket.ts';
import { parseInterval } from '../model/language/interval.ts';
import type { WindowRelation } from '../ir/plan.ts';
import type { GroupColumn } from '../ir/columns.ts';
import { originOf } from './render/origin-of.ts';
import { join, sql, withProvenance, type Fragment } from '../sql/fragment.ts';
import { cutTime } from './render/cut-time.ts';
import { writeAggregate } from './render/write-aggregate.ts';
import { as, columnAlias, groupBy } from './write-parts.ts';
import { writeBucketRows, writeWindowRows } from './write-window-rows.ts';
import { shiftsOf } from './render/shifted-time.ts';
import { endsOf, settle, writeSeries } from './write-series.ts';
import type { WriteSettings } from './render/write-settings.ts';

/**
 * A measure over a window: the buckets of the time dimension, each with the rows in its window. Buckets
 * without rows stay, and rows outside the query's range count where a window reaches them.
 */
export function writeWindow(settings: WriteSettings, relation: WindowRelation): Fragment {
  const { dialect } = settings;
  const quote = (name: string) => dialect.quoteIdentifier(name);
  const { baseMeasure, rows, granularity } = relation;
  const groups = rows.scope.groups;
  const isOfTime = (column: GroupColumn) =>
    column.kind === 'timeDimension' && column.ref.name === relation.time.name;
  const others = groups.filter((column) => !isOfTime(column));
  const source = quote('window_rows');
  const buckets = quote('buckets');
  const time: Fragment = [`${source}.${quote('__time')}`];
  const columns = groups.map((column) => {
    const name = columnAlias(column);
    if (column.kind !== 'timeDimension' || !isOfTime(column))
      return as(settings, [`${source}.${quote(name)}`], name);
    const start: Fragment = [`${buckets}.${quote('start')}`];
    // The series has the finest granularity; a coarser one is cut from it.
    const isFinest = column.granularity === granularity;
    return as(
      settings,
      isFinest ? start : cutTime(settings, start, column.ref.member, column.granularity),
      name,
    );
  });
  const value: Fragment = [`${source}.${quote('__value')}`];
  const bucket = bucketOf(relation);
  const measured =
    bucket !== undefined
      ? sql`${baseMeasure.measure.type === 'count' ? 'sum' : baseMeasure.measure.type}(${value})`
      : writeAggregate(dialect, baseMeasure.measure, value, relation.isFannedOut);
  const selected = [
    ...columns,
    as(settings, withProvenance(originOf(baseMeasure.cube, baseMeasure.measure), measured), baseMeasure.key),
  ];
  const body =
    bucket === undefined
      ? writeWindowRows(settings, relation, others)
      : writeBucketRows(settings, relation, others, bucket);
  const inWindow = windowCondition(settings, relation, time, {
    start: [`${buckets}.${quote('start')}`],
    end: [`${buckets}.${quote('end')}`],
  });
  const series = writeBuckets(settings, relation, source);
  return sql`WITH ${source} AS (${body}), ${buckets} AS (${series}) SELECT ${join(selected, ', ')} FROM ${buckets} LEFT JOIN ${source} ON ${inWindow}${groupBy(groups)}`;
}

const MILLISECOND_STEPS = [{ amount: 1, unit: 'millisecond' as const }];

/** Wherever an end is known to the millisecond, all of that belongs to it. */
const afterEnd = (dialect: Dialect, end: Fragment): Fragment => dialect.shift(end, '+', MILLISECOND_STEPS);

/** The buckets, each from its start to its last millisecond; without granularity the whole range is one. */
function writeBuckets(
  settings: WriteSettings,
  { rows, time, granularity, range }: WindowRelation,
  source: string,
): Fragment {
  const { dialect } = settings;
  const [start, end] = [dialect.quoteIdentifier('start'), dialect.quoteIdentifier('end')];
  const moments = { relation: source, column: dialect.quoteIdentifier('__time') };
  if (granularity === undefined) {
    const [from, to] = endsOf(settings, { range, moments });
    return sql`SELECT ${from} AS ${start}, ${to} AS ${end}`;
  }
  const series = writeSeries(settings, {
    time,
    granularity,
    range,
    moments,
    // What a shift moves may lie in any of them.
    skipped: shiftsOf(rows.scope, time).length > 0 ? 'all' : 'none',
  });
  const step = parseInterval(bucketLength(time.member, granularity)) ?? [];
  const next = settle(settings, { time, granularity }, dialect.shift([start], '+', step));
  const last = dialect.shift(next, '-', MILLISECOND_STEPS);
  return sql`SELECT ${start}, ${last} AS ${end} FROM (${series}) AS ${dialect.quoteIdentifier('starts')}`;
}

/** Which times a bucket's window holds. */
function windowCondition(
  settings: WriteSettings,
  { window, time: { member }, granularity, range }: WindowRelation,
  time: Fragment,
  { start, end }: { start: Fragment; end: Fragment },
): Fragment {
  const { dialect } = settings;
  // The last of all rows is an end by itself.
  const isLastRow = granularity === undefined && !range;
  const until = (moment: Fragment) =>
    isLastRow ? sql`${time} <= ${moment}` : sql`${time} < ${afterEnd(dialect, moment)}`;
  const after = (moment: Fragment) =>
    isLastRow ? sql`${time} > ${moment}` : sql`${time} >= ${afterEnd(dialect, moment)}`;
  if (window.kind === 'to-date')
    return sql`${time} >= ${cutTime(settings, start, member, window.granularity.text)} AND ${until(end)}`;
  const { trailing, leading, offset } = window;
  const moved = (moment: Fragment, direction: '+' | '-', interval: string | undefined) =>
    interval === undefined ? moment : dialect.shift(moment, direction, parseInterval(interval) ?? []);
  const isFromStart = offset === 'start';
  const edge = isFromStart ? start : end;
  const first = moved(edge, '-', trailing);
  const last = moved(edge, '+', leading);
  const conditions = [
    ...(trailing === 'unbounded' ? [] : [isFromStart ? sql`${time} >= ${first}` : after(first)]),
    ...(leading === 'unbounded' ? [] : [isFromStart ? sql`${time} < ${last}` : until(last)]),
  ];
  return conditions.length === 0 ? ['1 = 1'] : join(conditions, ' AND ');
}
