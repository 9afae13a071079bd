import { isOfMonths } from '../model/language/interval.ts';
import { join, sql, textOf, type Fragment } from '../sql/fragment.ts';
import { parenthesized } from '../sql/parenthesized.ts';
import { compareNumber, isAnyNumber } from './duckdb-numbers.ts';
import type { CutKeys, Dialect, ShiftStep } from './dialect.ts';

/** DuckDB 1.x. */
export const duckdb: Dialect = {
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
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteText: (text) => `'${text.replaceAll("'", "''")}'`,
  placeholder: (position) => `$${position}`,
  castToNumber: (value) => sql`CAST(${value} AS DOUBLE)`,
  compareNumber,
  isAnyNumber,
  castToText: (value) => sql`CAST(${value} AS VARCHAR)`,
  castToBoolean: (value) => sql`CAST(${value} AS BOOLEAN)`,
  castToTimestamp: (value) => sql`CAST(${value} AS TIMESTAMP)`,
  // Through icu, which knows the clock changes; from UTC to UTC it would cost half a second for millions of rows.
  toZone: (timestamp, zone) => sql`timezone(${duckdb.quoteText(zone)}, timezone('UTC', ${timestamp}))`,
  fromZone: (local, zone) => sql`timezone('UTC', timezone(${duckdb.quoteText(zone)}, ${local}))`,
  isOnClock: (local, zone) => {
    const name = duckdb.quoteText(zone);
    return sql`timezone(${name}, timezone(${name}, ${local})) = ${local}`;
  },
  truncate: (timestamp, unit) => sql`date_trunc('${unit}', ${timestamp})`,
  cutKeys,
  truncateToSteps(timestamp, steps, origin) {
    const width = intervalOf(steps);
    const start = (text: string) => sql`TIMESTAMP ${duckdb.quoteText(text)}`;
    if (!isOfMonths(steps)) return sql`time_bucket(${width}, ${timestamp}, ${start(origin)})`;
    // Buckets of months begin on the first, whatever the origin: what it is past the first is taken off and put on
    // again.
    const first = `${origin.slice(0, 7)}-01 00:00:00`;
    const past = `to_seconds(${(Date.parse(`${origin}Z`) - Date.parse(`${first}Z`)) / 1000})`;
    if (first === origin) return sql`time_bucket(${width}, ${timestamp}, ${start(first)})`;
    return sql`(time_bucket(${width}, ${timestamp} - ${past}, ${start(first)}) + ${past})`;
  },
  shift: (timestamp, direction, steps) => sql`(${timestamp} ${direction} ${intervalOf(steps)})`,
  matches: (value, pattern) => sql`${value} ILIKE ${pattern} ESCAPE '\\'`,
  countDistinctApprox: (value) => sql`approx_count_distinct(${value})`,
  isSame: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,
  anyValue: (value) => sql`any_value(${value})`,
  unifyNumbers(values) {
    const distinct = [...new Map(values.map((value) => [keyOf(value), value]))];
    return values.map((value) => {
      const zeros = distinct.flatMap(([key, other]) => (key === keyOf(value) ? [] : [zeroLike(other)]));
      return zeros.length === 0 ? value : join([parenthesized(value), ...zeros], ' + ');
    });
  },
  nullLike: () => ['NULL'],
  series: (from, to, steps) => sql`generate_series(${from}, ${to}, ${intervalOf(steps)})`,
  // As fast as IN, which refuses types that `=` compares; EXISTS takes twice as long.
  semiJoin: (values, { columns, from }, alias) => {
    const name = duckdb.quoteIdentifier(alias);
    const key = (index: number) => duckdb.quoteIdentifier(`__key_${index}`);
    const shown = columns.map((column, index) => sql`${column} AS ${key(index)}`);
    const same = values.map((value, index) => sql`${value} = ${name}.${key(index)}`);
    return {
      kind: 'join',
      sql: sql` SEMI JOIN (SELECT ${join(shown, ', ')}${from}) AS ${name} ON ${join(same, ' AND ')}`,
    };
  },
  row: (values) => sql`ROW(${join(values, ', ')})`,
  concat: (parts) => sql`(${join(parts, ' || ')})`,
};

/**
 * A zero of the type of a number. A CASE over DECIMAL(38, 2) and DECIMAL(38, 3), as sums are, keeps two decimals to
 * leave 36 digits before them; a sum of both keeps three, and is an error where a value does not fit beside them.
 */
function zeroLike(value: Fragment): Fragment {
  return sql`CASE WHEN false THEN ${value} ELSE 0 END`;
}

/** Two expressions with one key are the same; longer ones, and those with bound values, have none but themselves. */
function keyOf(value: Fragment): string | Fragment {
  return textOf(value, 1_000) ?? value;
}

/**
 * Few small numbers are grouped by their place in an array, which takes a quarter of the time of `date_trunc`. An
 * infinite timestamp has no year; it is a key by itself where there may be one.
 */
function cutKeys(timestamp: Fragment, unit: string, isFinite: boolean): CutKeys | undefined {
  if (unit === 'day') {
    const date = sql`CAST(${timestamp} AS DATE)`;
    return { keys: [date], moment: sql`CAST(${date} AS TIMESTAMP)` };
  }
  const year = sql`year(${timestamp})`;
  const part = partOfYear(timestamp, unit);
  if (!part) return undefined;
  const [field, month] = part;
  const keys = field ? [year, field] : [year];
  const moment = sql`make_timestamp(${year}, ${month}, 1, 0, 0, 0.0)`;
  if (isFinite) return { keys, moment };
  const infinite = sql`CASE WHEN isinf(${timestamp}) THEN ${timestamp} END`;
  return { keys: [...keys, infinite], moment: sql`coalesce(${moment}, ${infinite})` };
}

/** What is grouped by beside the year, and the month that it begins with. */
function partOfYear(
  timestamp: Fragment,
  unit: string,
): [field: Fragment | undefined, month: Fragment] | undefined {
  if (unit === 'year') return [undefined, ['1']];
  const field = sql`${unit}(${timestamp})`;
  if (unit === 'month') return [field, field];
  return unit === 'quarter' ? [field, sql`3 * ${field} - 2`] : undefined;
}

function intervalOf(steps: readonly ShiftStep[]): string {
  const parts = steps.map(({ amount, unit }) => `to_${unit}s(${amount})`);
  return parts.length === 1 ? parts.join('') : `(${parts.join(' + ')})`;
}
