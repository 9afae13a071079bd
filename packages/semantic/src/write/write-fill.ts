import { fillRange } from '../plan/fill-range.ts';
import { filledColumn } from '../plan/filled-column.ts';
import type { Plan } from '../ir/plan.ts';
import type { FillMissingRows } from '../query/query.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import { cutTime } from './render/cut-time.ts';
import type { SqlColumn } from './render/sql-column.ts';
import { as } from './write-parts.ts';
import { writeSeries } from './write-series.ts';
import type { WriteSettings } from './render/write-settings.ts';

/**
 * The rows of a query and, for every bucket of a time dimension and every combination of the other dimensions that
 * there is, a row without measures where there was none.
 */
export function writeFilled(
  settings: WriteSettings,
  plan: Plan,
  columns: readonly SqlColumn[],
  fill: FillMissingRows,
  body: Fragment,
): Fragment {
  const { dialect } = settings;
  const quote = (name: string) => dialect.quoteIdentifier(name);
  const [result, buckets, combinations] = [quote('result'), quote('buckets'), quote('combinations')];
  const filled = filledColumn(
    columns.map(({ column }) => column),
    fill,
  );
  const time = columns.find(({ column }) => column === filled);
  if (!time) throw new Error(`${filled.key} is not written`);
  const { timezone, lookup, context } = settings;
  const range = fillRange(plan.root.scope, filled.ref, { timezone, lookup, clock: context });
  const series = writeSeries(settings, {
    time: filled.ref,
    granularity: filled.granularity,
    range,
    moments: { relation: result, column: quote(time.alias) },
    // A time that is moved by a shift may lie there.
    skipped: 'of-moments',
  });
  const start: Fragment = [`${buckets}.${quote('start')}`];
  const combined = columns.filter(
    ({ column }) =>
      column.kind !== 'measure' &&
      column.ref.name !== fill.member &&
      !fill.excludedDimensions.includes(column.ref.name),
  );
  const select = columns.map((entry) => {
    const { column, alias } = entry;
    const own: Fragment = [`${result}.${quote(alias)}`];
    if (entry === time) return as(settings, start, alias);
    if (column.kind === 'timeDimension' && column.ref.name === fill.member)
      return as(settings, cutTime(settings, start, column.ref.member, column.granularity), alias);
    return as(settings, combined.includes(entry) ? [`${combinations}.${quote(alias)}`] : own, alias);
  });
  const same = [
    sql`${result}.${quote(time.alias)} = ${start}`,
    ...combined.map(({ alias }) =>
      dialect.isSame([`${result}.${quote(alias)}`], [`${combinations}.${quote(alias)}`]),
    ),
  ];
  const names = combined.map(({ alias }): Fragment => [quote(alias)]);
  const others: Fragment =
    combined.length === 0
      ? []
      : sql` CROSS JOIN (SELECT DISTINCT ${join(names, ', ')} FROM ${result}) AS ${combinations}`;
  const untimed = columns.map(({ alias }): Fragment => [quote(alias)]);
  return sql`WITH ${result} AS (${body}), ${buckets} AS (${series}) SELECT ${join(select, ', ')} FROM ${buckets}${others} LEFT JOIN ${result} ON ${join(same, ' AND ')} UNION ALL SELECT ${join(untimed, ', ')} FROM ${result} WHERE ${quote(time.alias)} IS NULL`;
}
