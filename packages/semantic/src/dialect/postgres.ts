import type { ShiftStep } from '../algebra/algebra.ts';
import type { Decimal } from '../model/language/decimal.ts';
import { isOfMonths, type IntervalStep } from '../model/language/interval.ts';
import { infix, operand, primary, primaryText, strengths, type SqlText } from '../sql/sql-text.ts';
import type { Dialect } from './dialect.ts';
import { shortenIdentifier } from './shorten-identifier.ts';
import { boundDecimal, isIn, standard, standardFunctions } from './standard.ts';

/** PostgreSQL cuts what is longer, without an error. */
const MAX_IDENTIFIER_BYTES = 63;

/**
 * Numbers are no doubles: an index on a numeric column would be of no use, and a double column turns the value into one
 * itself. Times in a session in UTC: an instant with a zone becomes the wall clock of UTC.
 */
const TYPES = { text: 'TEXT', number: 'NUMERIC', boolean: 'BOOLEAN', time: 'TIMESTAMP', count: 'BIGINT' };

/** PostgreSQL 15 and newer. Time columns may be `timestamp`, which is taken as UTC, `timestamptz` or `date`. */
export const postgres: Dialect = {
  ...standard,
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
  semiJoins: 'in',
  filtersAggregates: true,
  quoteIdentifier: (name) => `"${shortenIdentifier(name, MAX_IDENTIFIER_BYTES).replaceAll('"', '""')}"`,
  placeholder: (position) => `$${position}`,
  cast: (value, type) => primary`CAST(${value} AS ${TYPES[type]})`,
  // A bare value takes the type of what it is compared with, as only so it can be a uuid or of an enumeration.
  parameter: (value, type) => (type === 'compared' ? value : postgres.cast(value, type)),
  compareNumber: (value, symbol, number) => infix([value, asNumber(number)], symbol, strengths.comparison),
  isAnyNumber: (value, numbers) => isIn(value, numbers.map(asNumber)),
  // The cast takes the zone of the session, which is UTC, and costs less than naming it.
  toZone: (timestamp, zone) =>
    primary`timezone(${postgres.quoteText(zone)}, CAST(${timestamp} AS TIMESTAMPTZ))`,
  fromZone: (local, zone) => primary`timezone('UTC', timezone(${postgres.quoteText(zone)}, ${local}))`,
  isOnClock(local, zone) {
    const name = postgres.quoteText(zone);
    return infix([primary`timezone(${name}, timezone(${name}, ${local}))`, local], '=', strengths.comparison);
  },
  // Keys for a cut there are none: fields of a timestamp are numerics, and cost more than the cut.
  truncateToSteps: (timestamp, steps, origin) =>
    isOfMonths(steps)
      ? truncateToMonths(timestamp, steps, origin)
      : primary`date_bin(${intervalOf(steps)}, ${timestamp}, ${timestampOf(origin)})`,
  shift: (timestamp, direction, steps) => postgres.arithmetic(timestamp, direction, intervalOf(steps)),
  matches: (value, pattern) => infix([value, primary`${pattern} ESCAPE '\\'`], 'ILIKE', strengths.comparison),
  // An approximation would need an extension, so `count_distinct_approx` is exact.
  // As IS NOT DISTINCT FROM, which could neither be hashed nor merged: a join of many groups would take for ever, and a
  // full join would be refused. Arrays take null for equal to null.
  isSame: (left, right) =>
    infix([primary`ARRAY[${left}]`, primary`ARRAY[${right}]`], '=', strengths.comparison),
  // Of any type, where min and max know numbers, texts and times alone.
  anyValue: (value) =>
    primary`(array_agg(${value}) FILTER (WHERE ${operand(value, strengths.other)} IS NOT NULL))[1]`,
  functions: standardFunctions((value) => primary`CAST(${value} AS TEXT)`),
  // Numbers among which a CASE chooses need no type: a numeric has as many decimals as it needs.
  // A bare NULL would be a text, which no UNION takes for a number.
  nullLike: (column, relation) => primary`(SELECT ${column} FROM ${relation} WHERE false)`,
  series: ({ from, to, steps, column }) =>
    primary`SELECT ${column} FROM generate_series(${from}, ${to}, ${intervalOf(steps)}) AS moments(${column})`,
  // Two parts that are no texts have no `||`.
  concat: (parts) =>
    infix(
      parts.map(({ sql, isText }) => (isText ? sql : postgres.cast(sql, 'text'))),
      '||',
      strengths.other,
      strengths.primary,
    ),
};

/** Steps of months have no fixed length, so whole months are counted from the origin's month. */
function truncateToMonths(timestamp: SqlText, steps: readonly IntervalStep[], origin: string): SqlText {
  const width = steps.reduce((months, { amount, unit }) => months + amount * MONTHS[unit], 0);
  const first = `${origin.slice(0, 7)}-01 00:00:00`;
  // What the origin is past the first of its month is taken off and put on again.
  const past = primaryText(
    `INTERVAL '${(Date.parse(`${origin}Z`) - Date.parse(`${first}Z`)) / 1000} seconds'`,
  );
  const isFirst = first === origin;
  const moved = isFirst ? timestamp : postgres.arithmetic(timestamp, '-', past);
  const [year, month] = origin.split('-').map(Number);
  const start = (year ?? 0) * 12 + (month ?? 0);
  const months = primary`date_part('year', ${moved}) * 12 + date_part('month', ${moved}) - ${String(start)}`;
  const whole = primary`floor((${months}) / ${String(width)}) * INTERVAL '${String(width)} months'`;
  const bucket = infix([timestampOf(first), whole], '+', strengths.sum);
  return isFirst ? bucket : postgres.arithmetic(bucket, '+', past);
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

function timestampOf(text: string): SqlText {
  return primaryText(`TIMESTAMP ${postgres.quoteText(text)}`);
}

/** PostgreSQL has no intervals of quarters. */
function intervalOf(steps: readonly ShiftStep[]): SqlText {
  const parts = steps.map(({ amount, unit }) =>
    unit === 'quarter' ? `${amount * 3} months` : `${amount} ${unit}s`,
  );
  return primaryText(`INTERVAL '${parts.join(' ')}'`);
}

/** An index on an integer column is used beside a bigint only; a numeric is as exact as a number is written. */
function asNumber(number: Decimal): SqlText {
  const isOfEightBytes = number.scale === 0 && number.digits.length <= 18;
  return primary`CAST(${boundDecimal(number)} AS ${isOfEightBytes ? 'BIGINT' : 'NUMERIC'})`;
}
