import { approximateSeconds } from '../model/interval.ts';
import { QueryError, type FillMissingRows } from '../query/query.ts';
import { join, sql, type Fragment } from '../sql/fragment.ts';
import { fillRange } from './fill-range.ts';
import type { GroupColumn, Plan } from './plan.ts';
import type { SqlColumn } from './sql-column.ts';
import { as } from './write-parts.ts';
import { firstRows } from './write-relation.ts';
import { writeRows, type WriteSettings } from './write-rows.ts';
import { lengthOf, writeSeries } from './write-series.ts';

/**
 * The rows of a query and, for every bucket of a time dimension and every combination of the other dimensions that there
 * is, a row without measures where there was none.
 *
 * @throws QueryError when the query does not cut the time dimension, or does not have a dimension that is excluded
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
  const time = timeColumn(columns, fill);
  checkExcluded(columns, fill);
  const { render } = writeRows(settings, firstRows(plan.whole));
  const { timezone, lookup, context } = settings;
  const range = fillRange(plan.whole.scope, time.column.ref, { timezone, lookup, now: context.now });
  const series = writeSeries(settings, render, {
    time: time.column.ref,
    granularity: time.column.granularity,
    range,
    moments: { relation: result, column: quote(time.alias) },
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
      return as(settings, render.cut(start, column.ref.member, column.granularity), alias);
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

type TimeColumn = SqlColumn & { readonly column: Extract<GroupColumn, { kind: 'timeDimension' }> };

function timeColumn(columns: readonly SqlColumn[], { member, granularity }: FillMissingRows): TimeColumn {
  const lengthOfColumn = ({ column }: TimeColumn) =>
    approximateSeconds(lengthOf(column.ref.member, column.granularity));
  const [finest] = columns
    .filter((entry): entry is TimeColumn => entry.column.kind === 'timeDimension')
    .filter(({ column }) => column.ref.name === member)
    .filter(({ column }) => granularity === undefined || column.granularity === granularity)
    .toSorted((a, b) => lengthOfColumn(a) - lengthOfColumn(b));
  if (finest) return finest;
  const named = granularity === undefined ? member : `${member}.${granularity}`;
  const cut = columns.filter(({ column }) => column.kind === 'timeDimension').map(({ column }) => column.key);
  throw new QueryError(
    'fill_without_granularity',
    `fillMissingRows.member must be a time dimension that the query cuts by a granularity, not ${named}; it cuts ${cut.join(', ') || 'none'}`,
    member,
    'fillMissingRows.member',
  );
}

function checkExcluded(columns: readonly SqlColumn[], { excludedDimensions }: FillMissingRows): void {
  const shown = columns
    .filter(({ column }) => column.kind !== 'measure')
    .map(({ column }) => column.ref.name);
  const index = excludedDimensions.findIndex((name) => !shown.includes(name));
  if (index < 0) return;
  const path = `fillMissingRows.excludedDimensions[${index}]`;
  throw new QueryError(
    'invalid_query',
    `${path} must be a dimension of the query, which are ${shown.join(', ')}, not ${JSON.stringify(excludedDimensions[index])}`,
    excludedDimensions[index],
    path,
  );
}
