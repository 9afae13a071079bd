import { printDecimal, type Decimal } from '../model/language/decimal.ts';
import { isOfMonths, type IntervalStep } from '../model/language/interval.ts';
import { bound, boundOf, join, sql, textOf, type Fragment } from '../sql/fragment.ts';
import type { Dialect, ShiftStep } from './dialect.ts';
import { shortenIdentifier } from './shorten-identifier.ts';

/** PostgreSQL cuts what is longer, without an error. */
const MAX_IDENTIFIER_BYTES = 63;

/** PostgreSQL 15 and newer. Time columns may be `timestamp`, which is taken as UTC, `timestamptz` or `date`. */
export const postgres: Dialect = {
  name: 'postgres',
  session: [
    "SET TimeZone = 'UTC'",
    // Values are read in this form, and intervals are written in it.
    "SET DateStyle = 'ISO'",
    "SET IntervalStyle = 'postgres'",
    // Otherwise a backslash would end the safety of quoted texts.
    'SET standard_conforming_strings = on',
  ],
  // What has no `=` is refused, whatever is summed first.
  sumsBeforeJoins: true,
  quoteIdentifier: (name) => `"${shortenIdentifier(name, MAX_IDENTIFIER_BYTES).replaceAll('"', '""')}"`,
  quoteText: (text) => `'${text.replaceAll("'", "''")}'`,
  placeholder: (position) => `$${position}`,
  // Not a double: an index on a numeric column would be of no use, and a double column turns the value into one itself.
  castToNumber: (value) => sql`CAST(${value} AS NUMERIC)`,
  compareNumber: (value, symbol, number) => sql`${value} ${symbol} ${asNumber(number)}`,
  isAnyNumber: (value, numbers) => {
    const list = numbers.map(asNumber);
    return list.length === 1 ? sql`${value} = ${join(list, '')}` : sql`${value} IN (${join(list, ', ')})`;
  },
  // A bare value takes the type of what it is compared with, as only so it can be a uuid or of an enumeration.
  castToText: (value) => (boundOf(value) ? value : sql`CAST(${value} AS TEXT)`),
  castToBoolean: (value) => sql`CAST(${value} AS BOOLEAN)`,
  // In a session in UTC an instant with a zone becomes the wall clock of UTC.
  castToTimestamp: (value) => sql`CAST(${value} AS TIMESTAMP)`,
  // The cast takes the zone of the session, which is UTC, and costs less than naming it.
  toZone: (timestamp, zone) => sql`timezone(${postgres.quoteText(zone)}, CAST(${timestamp} AS TIMESTAMPTZ))`,
  fromZone: (local, zone) => sql`timezone('UTC', timezone(${postgres.quoteText(zone)}, ${local}))`,
  isOnClock: (local, zone) => {
    const name = postgres.quoteText(zone);
    return sql`timezone(${name}, timezone(${name}, ${local})) = ${local}`;
  },
  truncate: (timestamp, unit) => sql`date_trunc('${unit}', ${timestamp})`,
  // Fields of a timestamp are numerics, and cost more than the cut.
  cutKeys: () => undefined,
  truncateToSteps: (timestamp, steps, origin) =>
    isOfMonths(steps)
      ? truncateToMonths(timestamp, steps, origin)
      : sql`date_bin(${intervalOf(steps)}, ${timestamp}, ${timestampOf(origin)})`,
  shift: (timestamp, direction, steps) => sql`(${timestamp} ${direction} ${intervalOf(steps)})`,
  matches: (value, pattern) => sql`${value} ILIKE ${pattern} ESCAPE '\\'`,
  // Exact, for an approximation would need an extension.
  countDistinctApprox: (value) => sql`count(DISTINCT ${value})`,
  // As IS NOT DISTINCT FROM, which could neither be hashed nor merged: a join of many groups would take for ever, and a
  // full join would be refused. Arrays take null for equal to null.
  isSame: (left, right) => sql`ARRAY[${left}] = ARRAY[${right}]`,
  // Of any type, where min and max know numbers, texts and times alone.
  anyValue: (value) => sql`(array_agg(${value}) FILTER (WHERE ${value} IS NOT NULL))[1]`,
  // A numeric has as many decimals as it needs.
  unifyNumbers: (values) => values,
  // A bare NULL would be a text, which no UNION takes for a number.
  nullLike: (column, relation) => [`(SELECT ${column} FROM ${relation} WHERE false)`],
  series: (from, to, steps) => sql`generate_series(${from}, ${to}, ${intervalOf(steps)})`,
  semiJoin: (values, { columns, from }) => {
    const row = values.length === 1 ? values : sql`(${join(values, ', ')})`;
    return { kind: 'condition', sql: sql`${row} IN (SELECT ${join(columns, ', ')}${from})` };
  },
  row: (values) => sql`ROW(${join(values, ', ')})`,
  // Two parts that are no texts have no `||`.
  concat: (parts) => sql`(${join(parts.map(toText), ' || ')})`,
};

/** A longer literal gets a cast that it would not need. */
const MAX_QUOTED_LENGTH = 100;

function toText(part: Fragment): Fragment {
  const isQuoted = /^'[^']*'$/.test(textOf(part, MAX_QUOTED_LENGTH) ?? '');
  return isQuoted ? part : postgres.castToText(part);
}

/** Steps of months have no fixed length, so whole months are counted from the origin's month. */
function truncateToMonths(timestamp: Fragment, steps: readonly IntervalStep[], origin: string): Fragment {
  const width = steps.reduce((months, { amount, unit }) => months + amount * MONTHS[unit], 0);
  const first = `${origin.slice(0, 7)}-01 00:00:00`;
  // What the origin is past the first of its month is taken off and put on again.
  const past = `INTERVAL '${(Date.parse(`${origin}Z`) - Date.parse(`${first}Z`)) / 1000} seconds'`;
  const isFirst = first === origin;
  const moved = isFirst ? timestamp : sql`(${timestamp} - ${past})`;
  const [year, month] = origin.split('-').map(Number);
  const start = (year ?? 0) * 12 + (month ?? 0);
  const months = sql`date_part('year', ${moved}) * 12 + date_part('month', ${moved}) - ${String(start)}`;
  const bucket = sql`${timestampOf(first)} + floor((${months}) / ${String(width)}) * INTERVAL '${String(width)} months'`;
  return isFirst ? sql`(${bucket})` : sql`(${bucket} + ${past})`;
}

const MONTHS: Record<IntervalStep['unit'], number> = {
  year: 12,
  quarter: 3,
  month: 1,
  week: 0,
  day: 0,
  hour: 0,
  minute: 0,
  second: 0,
};

function timestampOf(text: string): string {
  return `TIMESTAMP ${postgres.quoteText(text)}`;
}

/** PostgreSQL has no intervals of quarters. */
function intervalOf(steps: readonly ShiftStep[]): string {
  const parts = steps.map(({ amount, unit }) =>
    unit === 'quarter' ? `${amount * 3} months` : `${amount} ${unit}s`,
  );
  return `INTERVAL '${parts.join(' ')}'`;
}

/** An index on an integer column is used beside a bigint only; a numeric is as exact as a number is written. */
function asNumber(number: Decimal): Fragment {
  const isOfEightBytes = number.scale === 0 && number.digits.length <= 18;
  return sql`CAST(${bound(printDecimal(number))} AS ${isOfEightBytes ? 'BIGINT' : 'NUMERIC'})`;
}
