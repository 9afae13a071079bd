import type { Decimal } from '../model/language/decimal.ts';
import {
  infix,
  join,
  NOTHING,
  operand,
  primary,
  primaryText,
  strengths,
  type SqlText,
} from '../sql/sql-text.ts';
import type { Dialect } from './dialect.ts';
import { isAnyNumberOf, numberAs, standard, standardFunctions, typeOfNumber } from './standard.ts';
import { moveBy, series, truncateToSteps } from './trino-times.ts';

const TYPES = { text: 'VARCHAR', number: 'DOUBLE', boolean: 'BOOLEAN', count: 'BIGINT' };

/**
 * Trino 418 and newer. Time columns may be `timestamp`, which is taken as UTC, `timestamp with time zone` or `date`.
 *
 * Trino converts no text by itself: a column that is none is compared with a text as text, or not at all.
 */
export const trino: Dialect = {
  ...standard,
  name: 'trino',
  // Each request names the zone of its session, which is UTC.
  session: [],
  sumsBeforeJoins: true,
  // Of several columns IN takes none of other types, where `=` does.
  semiJoins: 'exists',
  filtersAggregates: true,
  placeholder: () => '?',
  // A time by way of an instant, which dates and texts become as well: a cast alone keeps the wall clock of the zone
  // that an instant comes with.
  cast: (value, type) =>
    type === 'time'
      ? clockOf(primary`CAST(${value} AS TIMESTAMP(6) WITH TIME ZONE)`, 'UTC')
      : primary`CAST(${value} AS ${TYPES[type]})`,
  parameter: (value, type) => (type === 'compared' || type === 'text' ? value : trino.cast(value, type)),
  compareNumber: (value, symbol, number) =>
    infix([value, numberAs(number, typeOf(number))], symbol, strengths.comparison),
  isAnyNumber: (value, numbers) => isAnyNumberOf(value, numbers, typeOf),
  toZone: (timestamp, zone) => clockOf(operand(timestamp, strengths.primary), zone),
  fromZone: (local, zone) => clockOf(onClock(local, zone), 'UTC'),
  // An hour that clocks skip is moved on, out of it.
  isOnClock: (local, zone) =>
    infix([primary`CAST(${onClock(local, zone)} AS TIMESTAMP(6))`, local], '=', strengths.comparison),
  isNotTrue: (condition) => infix([condition, TRUE], 'IS DISTINCT FROM', strengths.comparison),
  truncateToSteps,
  shift: moveBy,
  // There is no ILIKE.
  matches: (value, pattern) =>
    infix([primary`lower(${value})`, primary`lower(${pattern}) ESCAPE '\\'`], 'LIKE', strengths.comparison),
  aggregate(name, value) {
    if (!value) return standard.aggregate(name, value);
    // The average of decimals would have no more decimals than they have.
    if (name === 'avg') return primary`avg(${trino.cast(value, 'number')})`;
    return name === 'count_distinct_approx'
      ? primary`approx_distinct(${value})`
      : standard.aggregate(name, value);
  },
  functions: {
    ...standardFunctions((value) => trino.cast(value, 'text')),
    greatest: (values) => primary`array_max(${withoutNulls(values)})`,
    least: (values) => primary`array_min(${withoutNulls(values)})`,
    weekday: ([time = NOTHING]) => primary`day_of_week(${time})`,
  },
  series: ({ from, to, steps, column }) =>
    primary`SELECT ${column} FROM ${series(from, to, steps)} AS moments(${column})`,
  concat: (parts) =>
    infix(
      parts.map(({ sql, isText }) => (isText ? sql : trino.cast(sql, 'text'))),
      '||',
      strengths.other,
      strengths.primary,
    ),
  // The other way round than elsewhere.
  limit: (limit, offset) =>
    `${offset === undefined ? '' : ` OFFSET ${offset}`}${limit === undefined ? '' : ` LIMIT ${limit}`}`,
};

const TRUE = primaryText('TRUE');

/** What the clocks of a zone show at an instant. */
const clockOf = (instant: SqlText, zone: string): SqlText =>
  primary`CAST(${instant} AT TIME ZONE ${trino.quoteText(zone)} AS TIMESTAMP(6))`;

/** The instant at which they show it. */
const onClock = (local: SqlText, zone: string): SqlText =>
  primary`with_timezone(${local}, ${trino.quoteText(zone)})`;

/** `greatest` and `least` are null where one of their values is. */
const withoutNulls = (values: readonly SqlText[]): SqlText =>
  primary`filter(ARRAY[${join(values, ', ')}], value -> value IS NOT NULL)`;

/** A column of integers is compared as such with an integer; a decimal is as exact as a number is written. */
const typeOf = (number: Decimal): string =>
  typeOfNumber(number, { integer: 'BIGINT', decimal: 'DECIMAL', double: TYPES.number });
