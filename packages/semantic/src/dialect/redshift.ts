import type { Decimal } from '../model/language/decimal.ts';
import {
  infix,
  join,
  NOTHING,
  postfix,
  primary,
  primaryText,
  strengths,
  type SqlText,
} from '../sql/sql-text.ts';
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

const MAX_IDENTIFIER_BYTES = 127;

// A NUMERIC without digits has none behind the point.
const TYPES = {
  text: 'VARCHAR',
  number: 'DOUBLE PRECISION',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
  count: 'BIGINT',
};

/**
 * Amazon Redshift. Time columns may be `timestamp`, which is taken as UTC, `timestamptz` or `date`.
 *
 * It has the syntax of PostgreSQL and little else of it: no FILTER, no VALUES and no LATERAL in FROM, no
 * IS NOT DISTINCT FROM, and no series beside tables.
 *
 * @see https://docs.aws.amazon.com/redshift/latest/dg/c_SQL_reference.html
 */
export const redshift: Dialect = {
  ...standard,
  name: 'redshift',
  session: ["SET timezone TO 'UTC'", "SET datestyle TO 'ISO'"],
  // Texts and numbers are equal in more than one way, as '1' and '01' beside 1.
  sumsBeforeJoins: false,
  // Of sub-queries that look at their outer rows it knows a few patterns only, and IN takes one column.
  semiJoins: 'in-one',
  filtersAggregates: false,
  quoteIdentifier: (name) => `"${shortenIdentifier(name, MAX_IDENTIFIER_BYTES).replaceAll('"', '""')}"`,
  quoteText,
  placeholder: (position) => `$${position}`,
  cast,
  // A bare value takes the type of what it is compared with.
  parameter: (value, type) => (type === 'compared' ? value : cast(value, type)),
  // Decimals have as many digits behind the point as their dividend needs; integers have none.
  arithmetic: (left, symbol, right) =>
    standard.arithmetic(symbol === '/' ? cast(left, 'number') : left, symbol, right),
  compareNumber: (value, symbol, number) =>
    infix([value, numberAs(number, typeOf(number))], symbol, strengths.comparison),
  isAnyNumber: (value, numbers) => isAnyNumberOf(value, numbers, typeOf),
  toZone: (timestamp, zone) => convertTimeZone('UTC', zone, timestamp),
  fromZone: (local, zone) => convertTimeZone(zone, 'UTC', local),
  isOnClock: (local, zone) =>
    infix([redshift.toZone(redshift.fromZone(local, zone), zone), local], '=', strengths.comparison),
  // IS beside a truth stands in WHERE alone.
  isNotTrue: isNotTrueAtAll,
  ...timesOf({
    at: (text) => primaryText(`TIMESTAMP '${text}'`),
    second: (timestamp) => standard.truncate(timestamp, 'second'),
    // At the end of a month it keeps the day where the other has it, which ADD_MONTHS does not.
    add: (timestamp, amount, part) => primary`DATEADD(${part}, ${amount}, ${timestamp})`,
    count: (from, to, part) => primary`DATEDIFF(${part}, ${from}, ${to})`,
    numbers,
  }),
  // ILIKE knows the letters of ASCII alone. The escape character is `\` where no other is named.
  matches: (value, pattern) =>
    infix([primary`lower(${value})`, primary`lower(${pattern})`], 'LIKE', strengths.comparison),
  aggregate(name, value) {
    if (!value) return standard.aggregate(name, value);
    // The average of integers is one, and that of decimals has their digits.
    if (name === 'avg') return primary`avg(${cast(value, 'number')})`;
    return name === 'count_distinct_approx'
      ? primary`APPROXIMATE count(DISTINCT ${value})`
      : standard.aggregate(name, value);
  },
  // ANY_VALUE may be null beside other values. Of booleans there is no MAX.
  anyValue: (value) => primary`max(${value})`,
  isSame,
  // A bare NULL would be a text, which no UNION takes for a number.
  nullLike: (column, relation) => primary`(SELECT ${column} FROM ${relation} WHERE false)`,
  row: (values) => textOfAll(values, (value) => cast(value, 'text')),
  concat: (parts) =>
    infix(
      parts.map(({ sql, isText }) => (isText ? sql : cast(sql, 'text'))),
      '||',
      strengths.other,
      strengths.primary,
    ),
  functions: {
    ...standardFunctions((value) => cast(value, 'text')),
    starts_with: ([text = NOTHING, start = NOTHING]) =>
      infix([primary`left(${text}, length(${start}))`, start], '=', strengths.comparison),
    // Sunday is 0.
    weekday: ([time = NOTHING]) => primary`(MOD(CAST(EXTRACT(DOW FROM ${time}) AS INTEGER) + 6, 7) + 1)`,
  },
  // There is no VALUES but in INSERT, and a text without a type has none in a UNION.
  valuesTable: (values, alias, column) =>
    primary`(${join(
      values.map((value) => primary`SELECT ${cast(value, 'text')} AS ${column}`),
      ' UNION ALL ',
    )}) AS ${alias}`,
};

function cast(value: SqlText, type: keyof typeof TYPES): SqlText {
  return primary`CAST(${value} AS ${TYPES[type]})`;
}

/** A backslash may begin an escape or not, as the cluster is set; so there is none in a text. */
function quoteText(text: string): string {
  const parts = text.split('\\').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join('') : `(${parts.join(' || CHR(92) || ')})`;
}

const convertTimeZone = (from: string, to: string, timestamp: SqlText): SqlText =>
  primary`CONVERT_TIMEZONE(${quoteText(from)}, ${quoteText(to)}, ${timestamp})`;

/** A join by the second condition alone compares each row with each; the first finds them by their hash. */
function isSame(left: SqlText, right: SqlText): SqlText {
  const [ownHash, otherHash] = [left, right].map((side) => primary`coalesce(FNV_HASH(${side}), 0)`);
  const nothing = infix(
    [postfix(left, 'IS NULL'), postfix(right, 'IS NULL')],
    'AND',
    strengths.and,
    strengths.comparison,
  );
  const same = infix([infix([left, right], '=', strengths.comparison), nothing], 'OR', strengths.or);
  const alike = infix([ownHash ?? NOTHING, otherHash ?? NOTHING], '=', strengths.comparison);
  return infix([alike, same], 'AND', strengths.and);
}

const DIGITS = Array.from(
  { length: 10 },
  (_, digit) => `SELECT ${digit}${digit === 0 ? ' AS digit' : ''}`,
).join(' UNION ALL ');
const THREE_DIGITS = 'digits AS a CROSS JOIN digits AS b CROSS JOIN digits AS c';
const THOUSAND = `SELECT a.digit + 10 * b.digit + 100 * c.digit AS number FROM ${THREE_DIGITS}`;
/** What three digits and three more can count. */
const MAX_NUMBERS = '1000000';

/** Those of a table that is written out, for `generate_series` stands beside no tables. */
function numbers(dividend: SqlText, divisor: string) {
  const needed = primary`${dividend} / ${divisor}`;
  // Fails rather than leaving some out.
  const hasRoom = primary`1 / CASE WHEN ${needed} >= ${MAX_NUMBERS} THEN 0 ELSE 1 END = 1`;
  return {
    with: primary`WITH digits AS (${DIGITS}), thousand AS (${THOUSAND}) `,
    from: primary` CROSS JOIN thousand AS high CROSS JOIN thousand AS low`,
    number: primaryText('(1000 * high.number + low.number)'),
    where: primary`1000 * high.number <= ${needed} AND ${hasRoom}`,
  };
}

const typeOf = (number: Decimal): string =>
  typeOfNumber(number, { integer: 'BIGINT', decimal: 'DECIMAL', double: TYPES.number });
