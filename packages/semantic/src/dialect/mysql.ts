import type { Decimal } from '../model/language/decimal.ts';
import { wholeDigits } from '../model/language/decimal.ts';
import { isOfMonths, type IntervalStep } from '../model/language/interval.ts';
import { infix, join, NOTHING, primary, primaryText, strengths, type SqlText } from '../sql/sql-text.ts';
import type { CallersText, Dialect } from './dialect.ts';
import { durationOf } from './duration.ts';
import { moveBy } from './mysql-intervals.ts';
import { shortenIdentifier } from './shorten-identifier.ts';
import { boundDecimal, isIn, standard, standardFunctions } from './standard.ts';

/** Both refuse a longer name; the bytes of UTF-8 are more than its characters. */
const MAX_IDENTIFIER_BYTES = 64;

/** There is no type of booleans: a truth is 1. */
const TYPES = { text: 'CHAR', number: 'DECIMAL(65, 30)', time: 'DATETIME(6)', count: 'SIGNED' };

/**
 * MySQL 8 and MariaDB 10.6, and newer. Time columns may be `datetime`, which is taken as UTC, `timestamp` or `date`.
 *
 * Time zones are those that the server has loaded, between 1970 and 2038 (MySQL 8.0.28 and newer: 3001): what lies
 * outside stays in UTC.
 */
export const mysql: Dialect = {
  ...standard,
  name: 'mysql',
  session: [
    // Texts that no column brings compare by their characters, and of two collations this one wins over every other.
    'SET NAMES utf8mb4 COLLATE utf8mb4_bin',
    // A backslash stands for itself, so that doubled quotes are all there is to a text. Double quotes enclose texts and
    // `||` is OR, as authors of SQL for MySQL have it.
    "SET SESSION sql_mode = 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES'",
    // A quotient has as many digits more than its dividend; four are the default.
    "SET SESSION time_zone = '+00:00', SESSION div_precision_increment = 16",
  ],
  // Texts and numbers are equal in more than one way, as `'1'` and `'1.0'` beside 1.
  sumsBeforeJoins: false,
  hasBooleans: false,
  semiJoins: 'in',
  // What is named in WITH is unknown to a series, which has a WITH RECURSIVE of its own: so on MariaDB alone.
  with: 'WITH RECURSIVE',
  filtersAggregates: false,
  quoteIdentifier: (name) =>
    `\`${shortenIdentifier(withShortCharacters(name), MAX_IDENTIFIER_BYTES).replaceAll('`', '``')}\``,
  placeholder: () => '?',
  cast: (value, type) =>
    type === 'boolean'
      ? infix([value, primaryText('0')], '<>', strengths.comparison)
      : primary`CAST(${value} AS ${TYPES[type]})`,
  // A bare value takes the collation of the column beside it, and only so is the column's index used.
  parameter(value, type) {
    if (type === 'compared' || type === 'text') return value;
    // Booleans come as texts, which are all 0 beside a number.
    if (type === 'boolean')
      return infix([primary`CONCAT(${value})`, primaryText("('true', '1')")], 'IN', strengths.comparison);
    return mysql.cast(value, type);
  },
  isAnyText,
  compareNumber: (value, symbol, number) => infix([value, asNumber(number)], symbol, strengths.comparison),
  isAnyNumber: (value, numbers) => isIn(value, numbers.map(asNumber)),
  toZone: (timestamp, zone) => primary`CONVERT_TZ(${timestamp}, '+00:00', ${mysql.quoteText(zone)})`,
  fromZone: (local, zone) => primary`CONVERT_TZ(${local}, ${mysql.quoteText(zone)}, '+00:00')`,
  isOnClock: (local, zone) =>
    infix([mysql.toZone(mysql.fromZone(local, zone), zone), local], '=', strengths.comparison),
  truncate: (timestamp, unit) => (TRUNCATE[unit] ?? unknownUnit(unit))(timestamp),
  truncateToSteps: (timestamp, steps, origin) =>
    isOfMonths(steps)
      ? truncateToMonths(timestamp, steps, origin)
      : truncateToLength(timestamp, steps, origin),
  shift: (timestamp, direction, steps) => moveBy(timestamp, direction, durationOf(steps)),
  // LOWER keeps the collation of its text, which may tell accents apart or not.
  matches: (value, pattern) =>
    infix(
      [primary`LOWER(${value})`, primary`LOWER(${pattern}) COLLATE utf8mb4_bin ESCAPE '\\'`],
      'LIKE',
      strengths.comparison,
    ),
  // Of both, and never null where a value is there.
  anyValue: (value) => primary`MAX(${value})`,
  isSame: (left, right) => infix([left, right], '<=>', strengths.comparison),
  // There is no value of several; texts in it are compared by their characters.
  row: (values) => primary`JSON_ARRAY(${join(values, ', ')})`,
  concat: (parts) =>
    primary`CONCAT(${join(
      parts.map(({ sql }) => sql),
      ', ',
    )})`,
  functions: {
    ...standardFunctions((value) => mysql.cast(value, 'text')),
    length: ([text = NOTHING]) => primary`CHAR_LENGTH(${text})`,
    starts_with: ([text = NOTHING, start = NOTHING]) =>
      infix([primary`LEFT(${text}, CHAR_LENGTH(${start}))`, start], '=', strengths.comparison),
    weekday: ([time = NOTHING]) => infix([primary`WEEKDAY(${time})`, primaryText('1')], '+', strengths.sum),
  },
  // MariaDB names no columns behind the alias of a sub-query.
  valuesTable: (values, alias, column) =>
    primary`(${join(
      values.map((value) => primary`SELECT ${value} AS ${column}`),
      ' UNION ALL ',
    )}) AS ${alias}`,
  series({ from, to, steps, name, column }) {
    const next = moveBy(primaryText(column), '+', durationOf(steps));
    const first = primary`SELECT ${from} AS ${column} FROM DUAL WHERE ${from} <= ${to}`;
    return primary`${first} UNION ALL SELECT ${next} FROM ${name} WHERE ${next} <= ${to}`;
  },
  limit: (limit, offset) =>
    limit === undefined && offset === undefined
      ? ''
      : ` LIMIT ${limit ?? ALL_ROWS}${offset === undefined ? '' : ` OFFSET ${offset}`}`,
};

/** A number that a double holds exactly, as far as numbers of data go. */
const SHORT_NUMBER = /^-?\d{1,15}(\.\d{1,4})?$/;

/**
 * A number beside a text is compared with the number that the text begins with, 0 for one that begins with none, and as
 * a double. So it is compared again as a text, unless the text is such a number; the index of a column of texts is used
 * for the first.
 */
function isAnyText(value: SqlText, texts: readonly CallersText[]): SqlText {
  const list = texts.map(({ sql }) => sql);
  const found = isIn(value, list);
  if (texts.every(({ text }) => SHORT_NUMBER.test(text))) return found;
  // CONCAT keeps the collation of a column, which a cast would not.
  return infix([found, isIn(primary`CONCAT(${value})`, list)], 'AND', strengths.and);
}

/** An offset needs a limit. */
const ALL_ROWS = '18446744073709551615';

/** Identifiers of MariaDB have no characters of four bytes; each is written as its number. */
function withShortCharacters(name: string): string {
  return name.replace(/[\u{10000}-\u{10FFFF}]/gu, (found) => `U+${found.codePointAt(0)?.toString(16)}`);
}

const cast = (value: SqlText): SqlText => primary`CAST(${value} AS DATETIME)`;

/** By unit. What is built of the day has no fraction of a second; of years below 70 nothing is taken for 1970. */
const TRUNCATE: Record<string, (timestamp: SqlText) => SqlText> = {
  second: (at) => cast(primary`DATE_FORMAT(${at}, '%Y-%m-%d %H:%i:%s')`),
  minute: (at) => cast(primary`DATE_FORMAT(${at}, '%Y-%m-%d %H:%i:00')`),
  hour: (at) => cast(primary`DATE_FORMAT(${at}, '%Y-%m-%d %H:00:00')`),
  day: (at) => cast(primary`DATE(${at})`),
  week: (at) => cast(primary`DATE(${at}) - INTERVAL WEEKDAY(${at}) DAY`),
  month: (at) => cast(primary`DATE_FORMAT(${at}, '%Y-%m-01')`),
  quarter: (at) => cast(primary`DATE_FORMAT(${at}, '%Y-%m-01') - INTERVAL MOD(MONTH(${at}) - 1, 3) MONTH`),
  year: (at) => cast(primary`DATE_FORMAT(${at}, '%Y-01-01')`),
};

function unknownUnit(unit: string): never {
  throw new Error(`There is no unit ${unit}`);
}

/** What is past the last step before a distance, also where that is negative. */
const past = (distance: SqlText, width: number): SqlText =>
  primary`MOD(MOD(${distance}, ${String(width)}) + ${String(width)}, ${String(width)})`;

/** Microseconds are counted, for whole seconds would be cut towards the origin. */
function truncateToLength(timestamp: SqlText, steps: readonly IntervalStep[], origin: string): SqlText {
  const { days, milliseconds } = durationOf(steps);
  const width = (days * 86_400_000 + milliseconds) * 1_000;
  const distance = primary`TIMESTAMPDIFF(MICROSECOND, ${timestampOf(origin)}, ${timestamp})`;
  const seconds = primary`INTERVAL (${distance} - ${past(distance, width)}) DIV 1000000 SECOND`;
  return infix([primaryText(timestampOf(origin)), seconds], '+', strengths.sum);
}

/** Steps of months have no fixed length, so whole months are counted from the origin's month. */
function truncateToMonths(timestamp: SqlText, steps: readonly IntervalStep[], origin: string): SqlText {
  const { months: width } = durationOf(steps);
  const first = `${origin.slice(0, 7)}-01 00:00:00`;
  // What the origin is past the first of its month is taken off and put on again.
  const rest = primaryText(`INTERVAL ${(Date.parse(`${origin}Z`) - Date.parse(`${first}Z`)) / 1000} SECOND`);
  const isFirst = first === origin;
  const moved = isFirst ? timestamp : infix([timestamp, rest], '-', strengths.sum);
  const [year = 0, month = 0] = origin.split('-').map(Number);
  const months = primary`(YEAR(${moved}) * 12 + MONTH(${moved}) - ${String(year * 12 + month)})`;
  const steppedBack = primary`INTERVAL (${months} - ${past(months, width)}) MONTH`;
  const bucket = infix([primaryText(timestampOf(first)), steppedBack], '+', strengths.sum);
  return isFirst ? bucket : infix([bucket, rest], '+', strengths.sum, strengths.sum);
}

function timestampOf(text: string): string {
  return `TIMESTAMP ${mysql.quoteText(text)}`;
}

/** Digits of a decimal, and those of them behind the point. */
const [MAX_DIGITS, MAX_SCALE] = [65, 30];

/** An index on an integer column is used beside a number that is exact; what no decimal holds is a double. */
function asNumber(number: Decimal): SqlText {
  const value = boundDecimal(number);
  if (number.scale === 0 && number.digits.length <= 18) return primary`CAST(${value} AS SIGNED)`;
  const isDecimal = number.scale <= MAX_SCALE && wholeDigits(number) + number.scale <= MAX_DIGITS;
  return isDecimal
    ? primary`CAST(${value} AS DECIMAL(${String(MAX_DIGITS)}, ${String(number.scale)}))`
    : infix([value, primaryText('0e0')], '+', strengths.sum);
}
