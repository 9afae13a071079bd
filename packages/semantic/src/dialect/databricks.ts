import { printDecimal, type Decimal } from '../model/language/decimal.ts';
import {
  bound,
  infix,
  join,
  NOTHING,
  primary,
  primaryText,
  strengths,
  type SqlText,
} from '../sql/sql-text.ts';
import { timesOf } from './date-parts.ts';
import type { Dialect } from './dialect.ts';
import { isAnyNumberOf, numberAs, standard, standardFunctions, typeOfNumber } from './standard.ts';

const TYPES = { text: 'STRING', number: 'DOUBLE', boolean: 'BOOLEAN', time: 'TIMESTAMP', count: 'BIGINT' };

/**
 * Databricks SQL, and Spark 4 in ANSI mode. Time columns may be `timestamp`, `timestamp_ntz`, which is taken as UTC, or
 * `date`. Every timestamp of the compiler is a `timestamp`, which a session in UTC shows as the wall clock of UTC:
 * functions of time give no other type.
 *
 * @see https://docs.databricks.com/aws/en/sql/language-manual/
 */
export const databricks: Dialect = {
  ...standard,
  name: 'databricks',
  // Otherwise a failing cast is null, and an overflow another number.
  session: ["SET TIME ZONE 'UTC'", 'SET ANSI_MODE = true'],
  // Texts and numbers are equal in more than one way, as '1' and '01' beside 1.
  sumsBeforeJoins: false,
  semiJoins: 'join',
  filtersAggregates: true,
  quoteIdentifier: (name) => `\`${name.replaceAll('`', '``')}\``,
  // Any backslash begins an escape.
  quoteText: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  // By name, as values travel beside a statement of the REST API.
  placeholder: (position) => `:p${position}`,
  cast: (value, type) => primary`CAST(${value} AS ${TYPES[type]})`,
  parameter: (value, type) => (type === 'compared' || type === 'text' ? value : databricks.cast(value, type)),
  isAnyText: (value, texts) =>
    texts.length <= MAX_LIST
      ? standard.isAnyText(value, texts)
      : isInArray(
          value,
          texts.map(({ text }) => text),
          'STRING',
        ),
  compareNumber: (value, symbol, number) =>
    infix([value, numberAs(number, typeOf(number))], symbol, strengths.comparison),
  isAnyNumber: (value, numbers) =>
    numbers.length <= MAX_LIST
      ? isAnyNumberOf(value, numbers, typeOf)
      : isAnyNumberOf(value, numbers, typeOf, (group, type) =>
          isInArray(value, group.map(printDecimal), type),
        ),
  toZone: (timestamp, zone) => primary`from_utc_timestamp(${timestamp}, ${databricks.quoteText(zone)})`,
  fromZone: (local, zone) => primary`to_utc_timestamp(${local}, ${databricks.quoteText(zone)})`,
  isOnClock: (local, zone) =>
    infix([databricks.toZone(databricks.fromZone(local, zone), zone), local], '=', strengths.comparison),
  ...timesOf({
    at: (text) => primaryText(`TIMESTAMP '${text}'`),
    second: (timestamp) => databricks.truncate(timestamp, 'second'),
    add: (timestamp, amount, part) => primary`timestampadd(${part}, ${amount}, ${timestamp})`,
    count: (from, to, part) => primary`timestampdiff(${part}, ${from}, ${to})`,
    // Months are counted as they are over, so that a last one that is short has to be added. A sequence to a number
    // below 0 would count down.
    numbers: (dividend, divisor) => ({
      from: primary` LATERAL VIEW explode(sequence(0, greatest(${dividend} DIV ${divisor} + 1, 0))) numbers AS number`,
      number: primaryText('number'),
    }),
  }),
  // The escape character is `\` where no other is named.
  matches: (value, pattern) => infix([value, pattern], 'ILIKE', strengths.comparison),
  aggregate(name, value) {
    if (!value) return standard.aggregate(name, value);
    // The average of decimals has four digits more than they have.
    if (name === 'avg') return primary`avg(${databricks.cast(value, 'number')})`;
    return name === 'count_distinct_approx'
      ? primary`approx_count_distinct(${value})`
      : standard.aggregate(name, value);
  },
  anyValue: (value) => primary`any_value(${value}, true)`,
  row: (values) => primary`struct(${join(values, ', ')})`,
  concat: (parts) =>
    primary`concat(${join(
      parts.map(({ sql, isText }) => (isText ? sql : databricks.cast(sql, 'text'))),
      ', ',
    )})`,
  functions: {
    ...standardFunctions((value) => databricks.cast(value, 'text')),
    // They take two values at least, and leave out nulls.
    greatest: (values) => primary`array_max(array(${join(values, ', ')}))`,
    least: (values) => primary`array_min(array(${join(values, ', ')}))`,
    starts_with: (args) => primary`startswith(${join(args, ', ')})`,
    weekday: ([time = NOTHING]) => infix([primary`weekday(${time})`, primaryText('1')], '+', strengths.sum),
  },
};

/** A statement has 255 placeholders at most; longer lists are one value. */
const MAX_LIST = 50;

/** Whether a value is in an array that is bound as JSON; as `=` finds it, also where types differ. */
function isInArray(value: SqlText, texts: readonly string[], type: string): SqlText {
  const list = primary`from_json(${bound(JSON.stringify(texts), 'text')}, 'ARRAY<STRING>')`;
  const found = primary`CAST(__one AS ${type})`;
  return primary`exists(${list}, __one -> ${infix([value, found], '=', strengths.comparison)})`;
}

/** An integer beside an integer column is no decimal, so that files without it are left out. */
const typeOf = (number: Decimal): string =>
  typeOfNumber(number, { integer: 'BIGINT', decimal: 'DECIMAL', double: TYPES.number });
