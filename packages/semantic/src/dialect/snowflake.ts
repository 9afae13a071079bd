import type { Decimal } from '../model/language/decimal.ts';
import { infix, join, NOTHING, primary, primaryText, strengths, type SqlText } from '../sql/sql-text.ts';
import { timesOf } from './date-parts.ts';
import type { Dialect } from './dialect.ts';
import { shortenIdentifier } from './shorten-identifier.ts';
import {
  isAnyNumberOf,
  isNotTrueAtAll,
  numberAs,
  standard,
  standardFunctions,
  textOfAll,
  typeOfNumber,
} from './standard.ts';

const MAX_IDENTIFIER_BYTES = 255;

const TYPES = { text: 'VARCHAR', number: 'DOUBLE', boolean: 'BOOLEAN', count: 'NUMBER(38, 0)' };

/**
 * Snowflake. Time columns may be `timestamp_ntz`, which is taken as UTC, `timestamp_ltz`, `timestamp_tz` or `date`.
 *
 * A name without quotes is one in capital letters; those of the compiler have quotes, and keep theirs.
 *
 * @see https://docs.snowflake.com/en/sql-reference
 */
export const snowflake: Dialect = {
  ...standard,
  name: 'snowflake',
  // The statement API takes it as a parameter of the statement.
  session: ["ALTER SESSION SET TIMEZONE = 'UTC'"],
  // Texts and numbers are equal in more than one way, as '1' and '01' beside 1.
  sumsBeforeJoins: false,
  // Of sub-queries that look at their outer rows it knows a few patterns only.
  semiJoins: 'in',
  filtersAggregates: false,
  quoteIdentifier: (name) => `"${shortenIdentifier(name, MAX_IDENTIFIER_BYTES).replaceAll('"', '""')}"`,
  // A backslash begins an escape.
  quoteText: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  placeholder: () => '?',
  // A time by way of an instant, which dates and texts become as well: a cast alone keeps the wall clock of the zone
  // that an instant comes with.
  cast: (value, type) =>
    type === 'time'
      ? withoutZone(primary`CONVERT_TIMEZONE('UTC', CAST(${value} AS TIMESTAMP_TZ))`)
      : primary`CAST(${value} AS ${TYPES[type]})`,
  parameter(value, type) {
    if (type === 'compared' || type === 'text') return value;
    return type === 'time' ? withoutZone(value) : snowflake.cast(value, type);
  },
  // A quotient of decimals has six digits more than its dividend.
  arithmetic: (left, symbol, right) =>
    standard.arithmetic(symbol === '/' ? snowflake.cast(left, 'number') : left, symbol, right),
  compareNumber: (value, symbol, number) =>
    infix([value, numberAs(number, typeOf(number))], symbol, strengths.comparison),
  isAnyNumber: (value, numbers) => isAnyNumberOf(value, numbers, typeOf),
  toZone: (timestamp, zone) => convertTimeZone('UTC', zone, timestamp),
  fromZone: (local, zone) => convertTimeZone(zone, 'UTC', local),
  isOnClock: (local, zone) =>
    infix([snowflake.toZone(snowflake.fromZone(local, zone), zone), local], '=', strengths.comparison),
  isNotTrue: isNotTrueAtAll,
  // An account says with which day weeks begin.
  truncate: (timestamp, unit) =>
    unit === 'week'
      ? primary`DATEADD(day, 1 - DAYOFWEEKISO(${timestamp}), date_trunc('day', ${timestamp}))`
      : standard.truncate(timestamp, unit),
  ...timesOf({
    at: (text) => withoutZone(primaryText(`'${text}'`)),
    second: (timestamp) => standard.truncate(timestamp, 'second'),
    add: (timestamp, amount, part) => primary`DATEADD(${part}, ${amount}, ${timestamp})`,
    count: (from, to, part) => primary`DATEDIFF(${part}, ${from}, ${to})`,
    numbers(dividend, divisor) {
      const list = primary`ARRAY_GENERATE_RANGE(0, CAST(FLOOR(${dividend} / ${divisor}) AS INTEGER) + 1)`;
      return {
        from: primary`, LATERAL FLATTEN(INPUT => ${list}) AS numbers`,
        number: primaryText('numbers.INDEX'),
      };
    },
  }),
  matches: (value, pattern) =>
    infix([value, primary`${pattern} ESCAPE '\\\\'`], 'ILIKE', strengths.comparison),
  aggregate: (name, value) =>
    name === 'count_distinct_approx' && value
      ? primary`APPROX_COUNT_DISTINCT(${value})`
      : standard.aggregate(name, value),
  // Of booleans too, and never null where a value is there, which ANY_VALUE may be.
  anyValue: (value) => primary`max(${value})`,
  // A bare NULL would be a text, which no UNION takes for a time.
  nullLike: (column, relation) => primary`(SELECT ${column} FROM ${relation} WHERE false)`,
  row: (values) => textOfAll(values, (value) => snowflake.cast(value, 'text')),
  concat: (parts) =>
    infix(
      parts.map(({ sql, isText }) => (isText ? sql : snowflake.cast(sql, 'text'))),
      '||',
      strengths.other,
      strengths.primary,
    ),
  functions: {
    ...standardFunctions((value) => snowflake.cast(value, 'text')),
    greatest: (values) => primary`GREATEST_IGNORE_NULLS(${join(values, ', ')})`,
    least: (values) => primary`LEAST_IGNORE_NULLS(${join(values, ', ')})`,
    starts_with: (args) => primary`STARTSWITH(${join(args, ', ')})`,
    weekday: ([time = NOTHING]) => primary`DAYOFWEEKISO(${time})`,
  },
  // An offset needs a limit.
  limit: (limit, offset) => standard.limit(limit, offset).replace(/^ OFFSET/, ' LIMIT NULL OFFSET'),
};

const withoutZone = (value: SqlText): SqlText => primary`CAST(${value} AS TIMESTAMP_NTZ)`;

const convertTimeZone = (from: string, to: string, timestamp: SqlText): SqlText =>
  primary`CONVERT_TIMEZONE(${snowflake.quoteText(from)}, ${snowflake.quoteText(to)}, ${timestamp})`;

const typeOf = (number: Decimal): string =>
  typeOfNumber(number, { integer: 'NUMBER(18, 0)', decimal: 'NUMBER', double: TYPES.number });
