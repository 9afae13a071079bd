import { parseInterval } from '../model/interval.ts';
import { join, sql } from '../sql/fragment.ts';
import type { Dialect } from './dialect.ts';
import { stepOrigin } from './step-origin.ts';

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
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteText: (text) => `'${text.replaceAll("'", "''")}'`,
  placeholder: (position) => `$${position}`,
  castToNumber: (value) => sql`CAST(${value} AS DOUBLE)`,
  castToInteger: (value) => sql`CAST(${value} AS HUGEINT)`,
  castToText: (value) => sql`CAST(${value} AS VARCHAR)`,
  castToBoolean: (value) => sql`CAST(${value} AS BOOLEAN)`,
  castToTimestamp: (value) => sql`CAST(${value} AS TIMESTAMP)`,
  // Through icu, which knows the clock changes; from UTC to UTC it would cost half a second for millions of rows.
  toZone: (timestamp, zone) => sql`timezone(${duckdb.quoteText(zone)}, timezone('UTC', ${timestamp}))`,
  truncate: (timestamp, unit) => sql`date_trunc('${unit}', ${timestamp})`,
  truncateToSteps(timestamp, granularity, now) {
    const interval = intervalLiteral(granularity.interval);
    const [step] = parseInterval(granularity.interval) ?? [];
    if (
      step?.amount === 1 &&
      granularity.interval.trim().split(/\s+/).length === 2 &&
      granularity.origin === undefined
    ) {
      const offset = granularity.offset === undefined ? undefined : intervalLiteral(granularity.offset);
      if (offset === undefined) return duckdb.truncate(timestamp, step.unit);
      return sql`(date_trunc('${step.unit}', ${timestamp} - ${offset}) + ${offset})`;
    }
    return sql`time_bucket(${interval}, ${timestamp}, TIMESTAMP ${duckdb.quoteText(stepOrigin(granularity, now))})`;
  },
  matches: (value, pattern) => sql`${value} ILIKE ${pattern} ESCAPE '\\'`,
  countDistinctApprox: (value) => sql`approx_count_distinct(${value})`,
  isSame: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,
  row: (values) => sql`ROW(${join(values, ', ')})`,
  concat: (parts) => sql`(${join(parts, ' || ')})`,
};

function intervalLiteral(text: string): string {
  const steps = parseInterval(text) ?? [];
  return `(${steps.map(({ amount, unit }) => `to_${unit}s(${amount})`).join(' + ')})`;
}
