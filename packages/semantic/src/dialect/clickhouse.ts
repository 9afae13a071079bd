import type { Decimal } from '../model/language/decimal.ts';
import { infix, join, NOTHING, operand, primary, strengths, type SqlText } from '../sql/sql-text.ts';
import { series, shift, truncate, truncateToSteps } from './clickhouse-times.ts';
import type { Dialect } from './dialect.ts';
import { boundDecimal, standard, standardFunctions } from './standard.ts';

/** Longer than any list. */
const NEVER = '1000000000';

/**
 * What the SQL relies on, by name of the setting: standard SQL where ClickHouse has a way of its own.
 *
 * @see https://clickhouse.com/docs/operations/settings/settings
 */
export const clickhouseSettings = {
  session_timezone: 'UTC',
  // A column of the side that has no partner is null, and no zero or empty text.
  join_use_nulls: 1,
  // The sum of nothing is null, and no zero.
  aggregate_functions_null_for_empty: 1,
  // In WHERE and GROUP BY a name is that of a column before it is that of an expression of SELECT.
  prefer_column_name_to_alias: 1,
  // Of null a CAST is null; it would fail otherwise.
  cast_keep_nullable: 1,
  union_default_mode: 'DISTINCT',
  // Months and years before 1970 and after 2149.
  enable_extended_results_for_datetime_functions: 1,
  // Three comparisons of a column in a row would become an IN, which takes each number as one of the column and fails
  // where it is none.
  optimize_min_equality_disjunction_chain_length: NEVER,
  optimize_min_inequality_conjunction_chain_length: NEVER,
} as const;

// The zone of a column would be kept otherwise, and what is cut would be cut in it.
const TYPES = {
  text: 'String',
  number: 'Float64',
  boolean: 'Bool',
  time: "DateTime64(6, 'UTC')",
  count: 'Int64',
};

/** ClickHouse 25.3 and newer. Time columns may be `Date`, `Date32`, `DateTime` or `DateTime64`, in any zone. */
export const clickhouse: Dialect = {
  ...standard,
  name: 'clickhouse',
  // A comparison is a number of eight bits.
  hasBooleans: false,
  session: Object.entries(clickhouseSettings).map(([name, value]) => `SET ${name} = '${value}'`),
  // Strings and numbers have no `=`.
  sumsBeforeJoins: true,
  semiJoins: 'in',
  // A value under FILTER is computed for every row, and may fail in one that does not count.
  filtersAggregates: false,
  // 0, as the optimizer does not see.
  constantKey: (value) => primary`ignore(${value})`,
  quoteIdentifier: (name) => `"${escape(name).replaceAll('"', '\\"')}"`,
  quoteText: (text) => `'${escape(text).replaceAll("'", "\\'")}'`,
  // Each value travels as text or null; what it is compared with, or a cast, says what it is.
  placeholder: (position) => `{p${position}:Nullable(String)}`,
  cast: (value, type) => primary`CAST(${value} AS ${TYPES[type]})`,
  // A bare value takes the type of what it is compared with, as only so it can be a UUID or of an enumeration.
  parameter: (value, type) => (type === 'compared' || type === 'text' ? value : clickhouse.cast(value, type)),
  // A quotient of decimals has no more digits than its dividend.
  arithmetic: (left, symbol, right) =>
    standard.arithmetic(symbol === '/' ? clickhouse.cast(left, 'number') : left, symbol, right),
  compareNumber: (value, symbol, number) => infix([value, numberOf(number)], symbol, strengths.comparison),
  isAnyNumber,
  toZone: addOffset,
  fromZone,
  isOnClock: (local, zone) =>
    infix([addOffset(fromZone(local, zone), zone), local], '=', strengths.comparison),
  truncate,
  truncateToSteps,
  shift,
  // The escape character is `\` always, and LIKE knows UTF-8.
  matches: (value, pattern) => infix([value, pattern], 'ILIKE', strengths.comparison),
  aggregate: (name, value) =>
    name === 'count_distinct_approx' && value ? primary`uniq(${value})` : standard.aggregate(name, value),
  anyValue: (value) => primary`any(${value})`,
  unified(value, others) {
    const zeros = others.map((other) => primary`if(false, ${other}, 0)`);
    return infix([operand(value, strengths.sum), ...zeros], '+', strengths.sum, strengths.sum);
  },
  // A bare NULL has no type that an aggregate function takes.
  nullLike: (column, relation) => primary`(SELECT ${column} FROM ${relation} WHERE false)`,
  // A tuple cannot be null, as what a CASE leaves out is; in its text, texts are quoted.
  row: (values) => primary`toString(tuple(${join(values, ', ')}))`,
  // It takes values of any type, and is null where one is.
  concat: (parts) => primary`concat(${join([...parts.map(({ sql }) => sql), primary`''`], ', ')})`,
  functions: {
    ...standardFunctions((value) => primary`CAST(${value} AS String)`),
    // What has no UTF8 in its name takes each byte for a character.
    lower: call('lowerUTF8'),
    upper: call('upperUTF8'),
    length: call('lengthUTF8'),
    position: ([searched = NOTHING, text = NOTHING]) => primary`positionUTF8(${text}, ${searched})`,
    starts_with: call('startsWith'),
    replace: call('replaceAll'),
    year: call('toYear'),
    quarter: call('toQuarter'),
    month: call('toMonth'),
    day: call('toDayOfMonth'),
    hour: call('toHour'),
    weekday: call('toDayOfWeek'),
  },
  valuesTable: (values, alias, column) =>
    primary`(SELECT arrayJoin([${join(values, ', ')}]) AS ${column}) AS ${alias}`,
  series,
};

function call(name: string): (args: readonly SqlText[]) => SqlText {
  return (args) => primary`${name}(${join(args, ', ')})`;
}

/** A backslash begins an escape in texts and in names. */
function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0');
}

/** By the offset that the zone has at the moment. */
function addOffset(timestamp: SqlText, zone: string): SqlText {
  return primary`addSeconds(${timestamp}, ${offsetOf(timestamp, zone)})`;
}

function offsetOf(timestamp: SqlText, zone: string): SqlText {
  return primary`timeZoneOffset(toTimeZone(${timestamp}, ${clickhouse.quoteText(zone)}))`;
}

/** By the offset at about that moment, and then at that; `toUTCTimestamp` is off by an hour beside clock changes. */
function fromZone(local: SqlText, zone: string): SqlText {
  const near = primary`subtractSeconds(${local}, ${offsetOf(local, zone)})`;
  return primary`subtractSeconds(${local}, ${offsetOf(near, zone)})`;
}

/** Decimals of so many digits before and behind the point are compared with every column but those of 256 bits. */
const [MAX_DIGITS, MAX_SCALE, MAX_SMALL_DIGITS] = [57, 38, 18];

function numberOf(number: Decimal): SqlText {
  const text = boundDecimal(number);
  if (isSmall(number)) return primary`CAST(${text} AS Int64)`;
  const { digits, scale } = number;
  const isExact = digits.length <= MAX_DIGITS && scale <= MAX_SCALE;
  return isExact
    ? primary`CAST(${text} AS Decimal(76, ${String(scale)}))`
    : primary`CAST(${text} AS Float64)`;
}

const isSmall = ({ digits, scale }: Decimal) => scale === 0 && digits.length <= MAX_SMALL_DIGITS;

/** Not IN, which takes each value as one of the column, and fails where it is none. */
function isAnyNumber(value: SqlText, numbers: readonly Decimal[]): SqlText {
  const each = numbers.map((number) => clickhouse.compareNumber(value, '=', number));
  const [only] = each;
  return only && each.length === 1 ? only : infix(each, 'OR', strengths.or, strengths.not);
}
