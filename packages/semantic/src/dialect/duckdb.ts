import type { ShiftStep } from '../algebra/algebra.ts';
import { isOfMonths } from '../model/language/interval.ts';
import { infix, operand, primary, strengths, type SqlText } from '../sql/sql-text.ts';
import { compareNumber, isAnyNumber } from './duckdb-numbers.ts';
import type { CutKeys, Dialect } from './dialect.ts';
import { standard } from './standard.ts';

const TYPES = { text: 'VARCHAR', number: 'DOUBLE', boolean: 'BOOLEAN', time: 'TIMESTAMP', count: 'BIGINT' };

const FINDS = { anywhere: 'contains', start: 'starts_with', end: 'suffix' };

/** DuckDB 1.x. */
export const duckdb: Dialect = {
  ...standard,
  name: 'duckdb',
  session: [
    // Global, for a plain SET holds for one connection only.
    "SET GLOBAL TimeZone = 'UTC'",
    // Takes parts that share their joins for the same, and loses columns of all but one, from 1.5.1 to 1.5.6 at least:
    // https://github.com/duckdb/duckdb/issues/25819
    "SET GLOBAL disabled_optimizers = 'common_subplan'",
  ],
  // '1' and '01' are both equal to the number 1, and stay two groups. One relation for each cube takes as long.
  sumsBeforeJoins: false,
  // As fast as IN, which refuses types that `=` compares; EXISTS takes twice as long.
  semiJoins: 'join',
  filtersAggregates: true,
  placeholder: (position) => `$${position}`,
  cast: (value, type) => primary`CAST(${value} AS ${TYPES[type]})`,
  parameter: (value, type) => duckdb.cast(value, type === 'compared' ? 'text' : type),
  // A column of dates is cast to be compared with a moment or cut, and its zone maps are not used then.
  asDate: (value) => primary`CAST(${value} AS DATE)`,
  compareNumber,
  isAnyNumber,
  // Through icu, which knows the clock changes; from UTC to UTC it would cost half a second for millions of rows.
  toZone: (timestamp, zone) => primary`timezone(${duckdb.quoteText(zone)}, timezone('UTC', ${timestamp}))`,
  fromZone: (local, zone) => primary`timezone('UTC', timezone(${duckdb.quoteText(zone)}, ${local}))`,
  isOnClock(local, zone) {
    const name = duckdb.quoteText(zone);
    return infix([primary`timezone(${name}, timezone(${name}, ${local}))`, local], '=', strengths.comparison);
  },
  cutKeys,
  truncateToSteps(timestamp, steps, origin) {
    const width = intervalOf(steps);
    const start = (text: string) => `TIMESTAMP ${duckdb.quoteText(text)}`;
    if (!isOfMonths(steps)) return primary`time_bucket(${width}, ${timestamp}, ${start(origin)})`;
    // Buckets of months begin on the first, whatever the origin: what it is past the first is taken off and put on
    // again.
    const first = `${origin.slice(0, 7)}-01 00:00:00`;
    const past = primary`to_seconds(${String((Date.parse(`${origin}Z`) - Date.parse(`${first}Z`)) / 1000)})`;
    if (first === origin) return primary`time_bucket(${width}, ${timestamp}, ${start(first)})`;
    const moved = duckdb.arithmetic(timestamp, '-', past);
    return duckdb.arithmetic(primary`time_bucket(${width}, ${moved}, ${start(first)})`, '+', past);
  },
  shift: (timestamp, direction, steps) => duckdb.arithmetic(timestamp, direction, intervalOf(steps)),
  matches: (value, pattern) => infix([value, primary`${pattern} ESCAPE '\\'`], 'ILIKE', strengths.comparison),
  // ILIKE makes both lower case as well, and takes up to three times as long.
  finds: (value, text, at) => primary`${FINDS[at]}(lower(${value}), lower(${text}))`,
  aggregate: (name, value) =>
    name === 'count_distinct_approx' && value
      ? primary`approx_count_distinct(${value})`
      : standard.aggregate(name, value),
  /**
   * A CASE over DECIMAL(38, 2) and DECIMAL(38, 3), as sums are, keeps two decimals to leave 36 digits before them; a
   * sum of both keeps three, and is an error where a value does not fit beside them.
   */
  unified: (value, others) => {
    const zeros = others.map((other) => primary`CASE WHEN false THEN ${other} ELSE 0 END`);
    return infix([operand(value, strengths.sum), ...zeros], '+', strengths.sum, strengths.sum);
  },
  series: ({ from, to, steps, column }) =>
    primary`SELECT ${column} FROM generate_series(${from}, ${to}, ${intervalOf(steps)}) AS moments(${column})`,
  concat: (parts) =>
    infix(
      parts.map(({ sql }) => sql),
      '||',
      strengths.other,
      strengths.primary,
    ),
};

/**
 * Few small numbers are grouped by their place in an array, which takes a quarter of the time of `date_trunc`. An
 * infinite day has no year; it is a key by itself where there may be one.
 */
function cutKeys(date: SqlText, unit: string, isFinite: boolean): CutKeys | undefined {
  if (unit === 'day') return { keys: [date], moment: primary`CAST(${date} AS TIMESTAMP)` };
  const year = primary`year(${date})`;
  const part = partOfYear(date, unit);
  if (!part) return undefined;
  const [field, month] = part;
  const keys = field ? [year, field] : [year];
  const moment = primary`make_timestamp(${year}, ${month}, 1, 0, 0, 0.0)`;
  if (isFinite) return { keys, moment };
  const infinite = primary`CASE WHEN isinf(${date}) THEN ${date} END`;
  return { keys: [...keys, infinite], moment: primary`coalesce(${moment}, ${infinite})` };
}

/** What is grouped by beside the year, and the month that it begins with. */
function partOfYear(date: SqlText, unit: string): [field: SqlText | undefined, month: SqlText] | undefined {
  if (unit === 'year') return [undefined, primary`1`];
  const field = primary`${unit}(${date})`;
  if (unit === 'month') return [field, field];
  return unit === 'quarter' ? [field, primary`3 * ${field} - 2`] : undefined;
}

function intervalOf(steps: readonly ShiftStep[]): SqlText {
  const parts = steps.map(({ amount, unit }) => primary`to_${unit}s(${String(amount)})`);
  return infix(parts, '+', parts.length === 1 ? strengths.primary : strengths.sum);
}
