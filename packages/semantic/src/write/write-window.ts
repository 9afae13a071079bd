import { bucketLength } from '../plan/bucket-length.ts';
import { bucketOf } from '../plan/window-bucket.ts';
import { parseInterval } from '../model/language/interval.ts';
import type { WindowRelation } from '../ir/plan.ts';
import type { GroupColumn } from '../ir/columns.ts';
import { join, sql, withProvenance, type Fragment } from '../sql/fragment.ts';
import { cutTime } from './cut-time.ts';
import { writeAggregate } from './write-aggregate.ts';
import { as, columnAlias, groupBy } from './write-parts.ts';
import { writeBucketRows, writeWindowRows } from './write-window-rows.ts';
import { endsOf, settle, writeSeries } from './write-series.ts';
import type { WriteSettings } from './write-settings.ts';

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
  const selected = [...columns, as(settings, withProvenance(baseMeasure.key, measured), baseMeasure.key)];
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

/** The buckets, each from its start to its last millisecond; without granularity the whole range is one. */
function writeBuckets(
  settings: WriteSettings,
  { time, granularity, range }: WindowRelation,
  source: string,
): Fragment {
  const { dialect } = settings;
  const [start, end] = [dialect.quoteIdentifier('start'), dialect.quoteIdentifier('end')];
  const moments = { relation: source, column: dialect.quoteIdentifier('__time') };
  if (granularity === undefined) {
    const [from, to] = endsOf(settings, { range, moments });
    return sql`SELECT ${from} AS ${start}, ${to} AS ${end}`;
  }
  const series = writeSeries(settings, { time, granularity, range, moments });
  const step = parseInterval(bucketLength(time.member, granularity)) ?? [];
  const next = settle(settings, { time, granularity }, dialect.shift([start], '+', step));
  const last = dialect.shift(next, '-', MILLISECOND_STEPS);
  return sql`SELECT ${start}, ${last} AS ${end} FROM (${series}) AS ${dialect.quoteIdentifier('starts')}`;
}

/** Which times a bucket's window holds. */
function windowCondition(
  settings: WriteSettings,
  { window, time: { member } }: WindowRelation,
  time: Fragment,
  { start, end }: { start: Fragment; end: Fragment },
): Fragment {
  if (window.kind === 'to-date')
    return sql`${time} >= ${cutTime(settings, start, member, window.granularity.text)} AND ${time} <= ${end}`;
  const { trailing, leading, offset } = window;
  const moved = (moment: Fragment, direction: '+' | '-', interval: string | undefined) =>
    interval === undefined
      ? moment
      : settings.dialect.shift(moment, direction, parseInterval(interval) ?? []);
  const [edge, lower, upper] = offset === 'start' ? [start, '>=', '<'] : [end, '>', '<='];
  const conditions = [
    ...(trailing === 'unbounded'
      ? []
      : [sql`${time} ${String(lower)} ${moved(edge as Fragment, '-', trailing)}`]),
    ...(leading === 'unbounded'
      ? []
      : [sql`${time} ${String(upper)} ${moved(edge as Fragment, '+', leading)}`]),
  ];
  return conditions.length === 0 ? ['1 = 1'] : join(conditions, ' AND ');
}
