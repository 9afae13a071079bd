import { printDecimal, type Decimal } from '../model/language/decimal.ts';
import { isOfMonths, type IntervalStep } from '../model/language/interval.ts';
import { bound, boundOf, join, sql, type Fragment } from '../sql/fragment.ts';
import type { Dialect, SemiJoinSql, ShiftStep } from './dialect.ts';

/**
 * Trino 418 and newer. Time columns may be `timestamp`, which is taken as UTC, `timestamp with time zone` or `date`.
 *
 * Trino converts no text by itself: a column that is none is compared with a text as text, or not at all.
 */
export const trino: Dialect = {
  name: 'trino',
  // Each request names the zone of its session, which is UTC.
  session: [],
  sumsBeforeJoins: true,
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteText: (text) => `'${text.replaceAll("'", "''")}'`,
  placeholder: () => '?',
  castToNumber: (value) => sql`CAST(${value} AS DOUBLE)`,
  compareNumber: (value, symbol, number) => sql`${value} ${symbol} ${asNumber(number)}`,
  isAnyNumber: (value, numbers) => {
    const list = numbers.map(asNumber);
    return list.length === 1 ? sql`${value} = ${join(list, '')}` : sql`${value} IN (${join(list, ', ')})`;
  },
  castToText: (value) => (boundOf(value) ? value : sql`CAST(${value} AS VARCHAR)`),
  castToBoolean: (value) => sql`CAST(${value} AS BOOLEAN)`,
  // By way of an instant, which dates and texts become as well: a cast alone keeps the wall clock of the zone that an
  // instant comes with.
  castToTimestamp: (value) =>
    sql`CAST(CAST(${value} AS TIMESTAMP(6) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(6))`,
  toZone: (timestamp, zone) => sql`CAST(${timestamp} AT TIME ZONE ${trino.quoteText(zone)} AS TIMESTAMP(6))`,
  fromZone: (local, zone) =>
    sql`CAST(with_timezone(${local}, ${trino.quoteText(zone)}) AT TIME ZONE 'UTC' AS TIMESTAMP(6))`,
  // An hour that clocks skip is moved on, out of it.
  isOnClock: (local, zone) =>
    sql`CAST(with_timezone(${local}, ${trino.quoteText(zone)}) AS TIMESTAMP(6)) = ${local}`,
  truncate: (timestamp, unit) => sql`date_trunc('${unit}', ${timestamp})`,
  cutKeys: () => undefined,
  truncateToSteps: (timestamp, steps, origin) =>
    isOfMonths(steps)
      ? truncateToMonths(timestamp, steps, origin)
      : truncateToMillis(timestamp, millisOf(steps), origin),
  shift: (timestamp, direction, steps) => shift(timestamp, direction === '-' ? -1 : 1, steps),
  // There is no ILIKE.
  matches: (value, pattern) => sql`lower(${value}) LIKE lower(${pattern}) ESCAPE '\\'`,
  countDistinctApprox: (value) => sql`approx_distinct(${value})`,
  isSame: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,
  anyValue: (value) => sql`any_value(${value})`,
  // Decimals among which a CASE chooses keep the most decimals of all.
  unifyNumbers: (values) => values,
  nullLike: () => ['NULL'],
  series,
  semiJoin,
  row: (values) => sql`ROW(${join(values, ', ')})`,
  concat: (parts) => sql`(${join(parts.map(trino.castToText), ' || ')})`,
};

/** Of several columns IN takes none of other types, where `=` does. */
function semiJoin(...[values, { columns, from }, alias]: Parameters<Dialect['semiJoin']>): SemiJoinSql {
  const names = columns.map((_, index) => `"partner ${index + 1}"`);
  const partners = sql`(SELECT ${join(columns, ', ')}${from}) AS ${alias}(${names.join(', ')})`;
  const equalities = values.map((value, index) => sql`${value} = ${alias}.${names[index] ?? ''}`);
  return {
    kind: 'condition',
    sql: sql`EXISTS (SELECT 1 FROM ${partners} WHERE ${join(equalities, ' AND ')})`,
  };
}

const MAX_DIGITS = 38;

/** A column of integers is compared as such with an integer; a decimal is as exact as a number is written. */
function asNumber(number: Decimal): Fragment {
  const { scale, digits } = number;
  const value = bound(printDecimal(number));
  if (scale === 0 && digits.length <= 18) return sql`CAST(${value} AS BIGINT)`;
  const precision = Math.max(digits.length, scale);
  return precision <= MAX_DIGITS && scale >= 0
    ? sql`CAST(${value} AS DECIMAL(${String(precision)}, ${String(scale)}))`
    : sql`CAST(${value} AS DOUBLE)`;
}

const UNIT_MS: Partial<Record<ShiftStep['unit'], number>> = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1_000,
  millisecond: 1,
};
const UNIT_MONTHS: Partial<Record<ShiftStep['unit'], number>> = { year: 12, quarter: 3, month: 1 };

const millisOf = (steps: readonly ShiftStep[]): number =>
  steps.reduce((sum, { amount, unit }) => sum + amount * (UNIT_MS[unit] ?? 0), 0);
const monthsOf = (steps: readonly ShiftStep[]): number =>
  steps.reduce((sum, { amount, unit }) => sum + amount * (UNIT_MONTHS[unit] ?? 0), 0);

const timestampOf = (text: string): Fragment => sql`TIMESTAMP ${trino.quoteText(text)}`;

/** Months come first, as everywhere: a day after a month of the 30th is another than a month after the 31st. */
function shift(timestamp: Fragment, sign: 1 | -1, steps: readonly ShiftStep[]): Fragment {
  const months = monthsOf(steps) * sign;
  const millis = millisOf(steps) * sign;
  const moved = months === 0 ? timestamp : sql`date_add('month', ${String(months)}, ${timestamp})`;
  return millis === 0 ? moved : addMillis(moved, sql`${String(millis)}`);
}

/** `date_add` takes no more milliseconds than there are in 24 days. */
const addMillis = (timestamp: Fragment, millis: Fragment): Fragment =>
  sql`(${timestamp} + INTERVAL '0.001' SECOND * (${millis}))`;

/** What a number is past the last multiple of another; a remainder alone has the sign of the number. */
const pastMultiple = (value: Fragment, width: number): Fragment =>
  sql`((${value}) % ${String(width)} + ${String(width)}) % ${String(width)}`;

function truncateToMillis(timestamp: Fragment, widthMs: number, origin: string): Fragment {
  const whole = sql`date_trunc('millisecond', ${timestamp})`;
  const past = pastMultiple(sql`date_diff('millisecond', ${timestampOf(origin)}, ${whole})`, widthMs);
  return addMillis(whole, sql`-(${past})`);
}

/** Steps of months have no fixed length, so whole months are counted from the origin's month. */
function truncateToMonths(timestamp: Fragment, steps: readonly IntervalStep[], origin: string): Fragment {
  const first = `${origin.slice(0, 7)}-01 00:00:00`;
  // What the origin is past the first of its month is taken off and put on again.
  const past = { amount: Date.parse(`${origin}Z`) - Date.parse(`${first}Z`), unit: 'millisecond' } as const;
  const moved = shift(timestamp, -1, [past]);
  const [year = 0, month = 0] = origin.split('-').map(Number);
  const months = sql`year(${moved}) * 12 + month(${moved}) - ${String(year * 12 + month)}`;
  const bucket = sql`date_add('month', ${months} - ${pastMultiple(months, monthsOf(steps))}, ${timestampOf(first)})`;
  return shift(bucket, 1, [past]);
}

/** What `sequence` makes at once. */
const MAX_SEQUENCE = 10_000;

/** Numbers in blocks of ten thousand, which is as many as a sequence may have. */
function series(from: Fragment, to: Fragment, steps: readonly IntervalStep[]): Fragment {
  const [unit, width] = isOfMonths(steps) ? ['month', monthsOf(steps)] : ['millisecond', millisOf(steps)];
  const block = String(MAX_SEQUENCE);
  const blocks = sql`greatest(date_diff('${unit}', ${from}, ${to}), 0) / ${String(width * MAX_SEQUENCE)}`;
  const ahead = sql`(block * ${block} + item) * ${String(width)}`;
  const moment = unit === 'month' ? sql`date_add('month', ${ahead}, ${from})` : addMillis(from, ahead);
  const ofBlocks = sql`UNNEST(sequence(0, ${blocks})) AS blocks(block)`;
  const ofItems = `UNNEST(sequence(0, ${MAX_SEQUENCE - 1})) AS items(item)`;
  return sql`(SELECT ${moment} FROM ${ofBlocks} CROSS JOIN ${ofItems} WHERE ${moment} <= ${to})`;
}
