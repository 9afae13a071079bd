import { bucketLength } from '../plan/bucket-length.ts';
import { bucketOf } from '../plan/window-bucket.ts';
import { parseInterval } from '../model/language/interval.ts';
import type { GroupColumn, WindowRelation } from '../plan/plan.ts';
import { join, sql, writtenBy, type Fragment } from '../sql/fragment.ts';
import { KEYS, writeKeys } from './write-keys.ts';
import { as, columnAlias, groupBy } from './write-parts.ts';
import { writeRows } from './write-rows.ts';
import { endsOf, writeSeries } from './write-series.ts';
import type { WriteSettings } from './write-settings.ts';

/**
 * A measure over a window: the buckets of the time dimension, each with the rows whose time lies in its window. Buckets
 * without rows stay, and rows outside the query's range count where a window reaches them.
 */
export function writeWindow(settings: WriteSettings, relation: WindowRelation): Fragment {
  const { dialect } = settings;
  const quote = (name: string) => dialect.quoteIdentifier(name);
  const { leaf, rows, granularity } = relation;
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
    return as(settings, isFinest ? start : cutTo(settings, relation, start, column.granularity), name);
  });
  const value: Fragment = [`${source}.${quote('__value')}`];
  const writer = writeRows(settings, rows);
  const bucket = bucketOf(relation);
  const measured =
    bucket !== undefined
      ? sql`${leaf.measure.type === 'count' ? 'sum' : leaf.measure.type}(${value})`
      : writer.render.aggregate(leaf.measure, value, relation.isMultiplied);
  const selected = [...columns, as(settings, writtenBy(leaf.key, measured), leaf.key)];
  const body =
    bucket === undefined
      ? windowRows(settings, relation, others)
      : bucketRows(settings, relation, others, bucket);
  const inWindow = windowCondition(settings, relation, time, {
    start: [`${buckets}.${quote('start')}`],
    end: [`${buckets}.${quote('end')}`],
  });
  const series = writeBuckets(settings, relation, source);
  return sql`WITH ${source} AS (${body}), ${buckets} AS (${series}) SELECT ${join(selected, ', ')} FROM ${buckets} LEFT JOIN ${source} ON ${inWindow}${groupBy(groups)}`;
}

function cutTo(
  settings: WriteSettings,
  { rows, time }: WindowRelation,
  local: Fragment,
  granularity: string,
): Fragment {
  return writeRows(settings, rows).render.cut(local, time.member, granularity);
}

/** The rows that a window may hold, summed up by the buckets that it is put together of. */
function bucketRows(
  settings: WriteSettings,
  relation: WindowRelation,
  others: readonly GroupColumn[],
  bucket: string,
): Fragment {
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  const { render } = writeRows(settings, relation.rows);
  const names = others.map((column): Fragment => [quote(columnAlias(column))]);
  const at = as(settings, render.cut([quote('__time')], relation.time.member, bucket), '__time');
  const value = as(settings, [`${relation.leaf.measure.type}(${quote('__value')})`], '__value');
  const source = quote('single_rows');
  return sql`SELECT ${join([...names, at, value], ', ')} FROM (${windowRows(settings, relation, others)}) AS ${source}${groupBy([...others, { ref: relation.time }])}`;
}

/** The rows that a window may hold: the other groups, the time as wall clock, and what the measure takes from each. */
function windowRows(
  settings: WriteSettings,
  { rows, leaf, time, isMultiplied }: WindowRelation,
  others: readonly GroupColumn[],
): Fragment {
  const quote = (name: string) => settings.dialect.quoteIdentifier(name);
  const writer = writeRows(settings, rows);
  const { cube, measure } = leaf;
  const groups = others.map((column) => as(settings, writer.group(column), columnAlias(column)));
  const at = as(settings, writer.group({ kind: 'dimension', key: time.name, ref: time }), '__time');
  if (!isMultiplied || multipliedIsHarmless(measure.type)) {
    const value = as(settings, writer.render.rowValue(cube, measure), '__value');
    const where = writer.where();
    return sql`SELECT ${join([...groups, at, value], ', ')} FROM ${writer.from()}${where}`;
  }
  const keyed = writeKeys(settings, rows, { writer, columns: [...groups, at], cube, leaves: [leaf] });
  const value = keyed.value?.(leaf) ?? keyed.render.rowValue(cube, measure);
  const names = [...others.map((column) => quote(columnAlias(column))), quote('__time')];
  const shown = [
    ...names.map((name): Fragment => [`${quote(KEYS)}.${name} AS ${name}`]),
    as(settings, value, '__value'),
  ];
  return sql`SELECT ${join(shown, ', ')} FROM ${keyed.from()}`;
}

const multipliedIsHarmless = (type: string) =>
  ['count_distinct', 'count_distinct_approx', 'min', 'max'].includes(type);

const MILLISECOND_STEPS = [{ amount: 1, unit: 'millisecond' as const }];

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
  const { render } = writeRows(settings, rows);
  const series = writeSeries(settings, render, { time, granularity, range, moments });
  const step = parseInterval(bucketLength(time.member, granularity)) ?? [];
  const last = dialect.shift(dialect.shift([start], '+', step), '-', MILLISECOND_STEPS);
  return sql`SELECT ${start}, ${last} AS ${end} FROM (${series}) AS ${dialect.quoteIdentifier('starts')}`;
}

/** Which times a bucket's window holds. */
function windowCondition(
  settings: WriteSettings,
  relation: WindowRelation,
  time: Fragment,
  { start, end }: { start: Fragment; end: Fragment },
): Fragment {
  const { window } = relation;
  if (window.kind === 'to-date')
    return sql`${time} >= ${cutTo(settings, relation, start, window.granularity.text)} AND ${time} <= ${end}`;
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
