import type { BoundValue } from '../algebra/algebra.ts';
import { wholeDigits, type Decimal } from '../model/language/decimal.ts';
import {
  bound,
  infix,
  join,
  NOTHING,
  operand,
  primary,
  primaryText,
  strengths,
  type SqlText,
} from '../sql/sql-text.ts';
import { timesOf } from './date-parts.ts';
import type { Dialect } from './dialect.ts';
import { markIdentifier, shortenIdentifier } from './shorten-identifier.ts';
import { isAnyNumberOf, numberAs, standard, standardFunctions, textOfAll } from './standard.ts';

const TYPES = { text: 'STRING', number: 'FLOAT64', boolean: 'BOOL', time: 'DATETIME', count: 'INT64' };

/**
 * BigQuery, GoogleSQL. Time columns may be `TIMESTAMP`, `DATETIME`, which is taken as UTC, or `DATE`. Every time of the
 * compiler is a `DATETIME`.
 *
 * It converts next to nothing by itself: a column that is no text is compared with none.
 *
 * @see https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax
 */
export const bigquery: Dialect = {
  ...standard,
  name: 'bigquery',
  // The API takes it as a connection property.
  session: ["SET @@time_zone = 'UTC'"],
  sumsBeforeJoins: true,
  // Of several columns IN takes no sub-query.
  semiJoins: 'exists',
  filtersAggregates: false,
  // A join needs an equality, and does not know that this is one of 0 and 0.
  constantKey: (value) => constantKey(value),
  // A row stands for itself by its alias.
  constantRowKey: (alias) => constantKey(primaryText(alias)),
  quoteIdentifier: (name) => `\`${identifierOf(name)}\``,
  quoteText: (text) => `'${text.replace(/[\\'\n\r]/g, (found) => ESCAPES[found] ?? found)}'`,
  // Each value travels as a text, and is cast to what it is.
  placeholder: (position) => `@p${position}`,
  cast: (value, type) => primary`CAST(${value} AS ${TYPES[type]})`,
  parameter: (value, type) => (type === 'compared' || type === 'text' ? value : bigquery.cast(value, type)),
  // A parameter that is a text becomes a time of the type of the column beside it, which nothing else does: a
  // TIMESTAMP is compared with no DATETIME.
  comparedMoment,
  // A quotient of decimals has nine digits behind the point.
  arithmetic: (left, symbol, right) =>
    standard.arithmetic(symbol === '/' ? bigquery.cast(left, 'number') : left, symbol, right),
  compareNumber: (value, symbol, number) =>
    infix([value, numberAs(number, typeOf(number))], symbol, strengths.comparison),
  isAnyNumber: (value, numbers) => isAnyNumberOf(value, numbers, typeOf),
  toZone: (timestamp, zone) => onClock(timestamp, 'UTC', zone),
  fromZone: (local, zone) => onClock(local, zone, 'UTC'),
  isOnClock: (local, zone) =>
    infix([bigquery.toZone(bigquery.fromZone(local, zone), zone), local], '=', strengths.comparison),
  truncate: (timestamp, unit) =>
    primary`DATETIME_TRUNC(${timestamp}, ${unit === 'week' ? 'ISOWEEK' : unit.toUpperCase()})`,
  ...timesOf({
    at: (text) => primaryText(`DATETIME '${text}'`),
    second: (timestamp) => primary`DATETIME_TRUNC(${timestamp}, SECOND)`,
    add: (timestamp, amount, part) =>
      primary`DATETIME_ADD(${timestamp}, INTERVAL ${operand(amount, strengths.primary)} ${part.toUpperCase()})`,
    count: (from, to, part) => primary`DATETIME_DIFF(${to}, ${from}, ${part.toUpperCase()})`,
    numbers: (dividend, divisor) => ({
      from: primary` CROSS JOIN UNNEST(GENERATE_ARRAY(0, DIV(${dividend}, ${divisor}))) AS number`,
      number: primaryText('number'),
    }),
  }),
  // There is no ILIKE; the escape character is `\` always.
  matches: (value, pattern) =>
    infix([primary`lower(${value})`, primary`lower(${pattern})`], 'LIKE', strengths.comparison),
  aggregate: (name, value) =>
    name === 'count_distinct_approx' && value
      ? primary`APPROX_COUNT_DISTINCT(${value})`
      : standard.aggregate(name, value),
  // Never null where a value is there, which ANY_VALUE has been.
  anyValue: (value) => primary`max(${value})`,
  // As IS NOT DISTINCT FROM, which is no equality to a join. The text of null is none that a text has.
  isSame: (left, right) => infix([jsonOf(left), jsonOf(right)], '=', strengths.comparison),
  row: (values) => textOfAll(values, (value) => bigquery.cast(value, 'text')),
  concat: (parts) =>
    infix(
      parts.map(({ sql, isText }) => (isText ? sql : bigquery.cast(sql, 'text'))),
      '||',
      strengths.other,
      strengths.primary,
    ),
  functions: {
    ...standardFunctions((value) => bigquery.cast(value, 'text')),
    greatest: (values) => primary`greatest(${join(values.map(orAnyOther), ', ')})`,
    least: (values) => primary`least(${join(values.map(orAnyOther), ', ')})`,
    position: ([searched = NOTHING, text = NOTHING]) => primary`STRPOS(${text}, ${searched})`,
    // Of its own the first day is Sunday.
    weekday: ([time = NOTHING]) =>
      primary`(DATETIME_DIFF(${time}, DATETIME_TRUNC(${time}, ISOWEEK), DAY) + 1)`,
  },
  valuesTable: (values, alias, column) =>
    primary`(SELECT ${column} FROM UNNEST([${join(values, ', ')}]) AS ${column}) AS ${alias}`,
  // An offset needs a limit.
  limit: (limit, offset) => standard.limit(limit, offset).replace(/^ OFFSET/, ` LIMIT ${ALL_ROWS} OFFSET`),
};

const ALL_ROWS = '9223372036854775807';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r' };

const MAX_IDENTIFIER_BYTES = 300;

/** Columns of results have letters, digits and underscores in their names, and other names keep to that too. */
function identifierOf(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return shortenIdentifier(name, MAX_IDENTIFIER_BYTES);
  return markIdentifier(name, name.replace(/\W/g, '_').replace(/^(?=\d)/, '_'), MAX_IDENTIFIER_BYTES);
}

const jsonOf = (value: SqlText): SqlText => primary`coalesce(TO_JSON_STRING(${value}), 'null')`;

const constantKey = (value: SqlText): SqlText => primary`(0 * length(${jsonOf(value)}))`;

/** A midnight without its hour, as a text becomes a DATE only so. */
function comparedMoment(value: BoundValue): SqlText {
  return bound(typeof value === 'string' ? value.replace(/ 00:00:00(?:\.0+)?$/, '') : value, 'text');
}

/** Of what the clocks of one zone show, what those of another do. */
const onClock = (local: SqlText, from: string, to: string): SqlText =>
  primary`DATETIME(TIMESTAMP(${local}, ${bigquery.quoteText(from)}), ${bigquery.quoteText(to)})`;

/** `greatest` and `least` are null where one of their values is. */
function orAnyOther(value: SqlText, _index: number, values: readonly SqlText[]): SqlText {
  return primary`coalesce(${join([value, ...values.filter((other) => other !== value)], ', ')})`;
}

/** Digits before the point of a BIGNUMERIC, and behind it. */
const MAX_DIGITS = 38;

function typeOf(number: Decimal): string {
  if (number.scale === 0 && number.digits.length <= 18) return TYPES.count;
  return number.scale <= MAX_DIGITS && wholeDigits(number) <= MAX_DIGITS ? 'BIGNUMERIC' : TYPES.number;
}
