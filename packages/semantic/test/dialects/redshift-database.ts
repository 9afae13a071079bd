import { redshift } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { openPostgres, type TestDatabase } from '../support/test-engines.ts';

/**
 * A PostgreSQL that has the functions of Redshift which it lacks, as Redshift's documentation describes them, and
 * refuses what Redshift does not have. It says whether SQL in the words of both means what it should; what Redshift
 * makes of the types of numbers, and which joins it can execute, it cannot say.
 */
export async function openRedshift(): Promise<TestDatabase> {
  const database = await openPostgres();
  await database.run(FUNCTIONS);
  return {
    ...database,
    dialect: redshift,
    query(sql, params) {
      const withoutNames = sql.replace(/"(?:[^"]|"")*"/g, '""');
      for (const [what, pattern] of REFUSED)
        assert.doesNotMatch(withoutNames, pattern, `Redshift has no ${what}: ${sql}`);
      return database.query(inPostgres(sql), params);
    },
  };
}

/** Parts of dates are words without quotes there, and an approximation is a word before the exact count. */
function inPostgres(sql: string): string {
  return sql.replace(/\b(DATEADD|DATEDIFF)\((\w+),/g, "$1('$2',").replace(/\bAPPROXIMATE count\(/g, 'count(');
}

const PARTS = `CASE part WHEN 'month' THEN 1 ELSE 0 END`;

const FUNCTIONS = `
CREATE FUNCTION DATEADD(part text, amount numeric, moment timestamp) RETURNS timestamp LANGUAGE sql AS $$
  SELECT moment + trunc(amount)::int * ('1 ' || part)::interval $$;
CREATE FUNCTION DATEDIFF(part text, start timestamp, ending timestamp) RETURNS bigint LANGUAGE sql AS $$
  SELECT CASE ${PARTS}
    WHEN 1 THEN 12 * (extract(year FROM ending) - extract(year FROM start))
      + extract(month FROM ending) - extract(month FROM start)
    ELSE extract(epoch FROM date_trunc('second', ending)) - extract(epoch FROM date_trunc('second', start)) END $$;
CREATE FUNCTION CONVERT_TIMEZONE(source text, target text, moment timestamp) RETURNS timestamp LANGUAGE sql AS $$
  SELECT timezone(target, timezone(source, moment)) $$;
CREATE FUNCTION FNV_HASH(value anyelement) RETURNS bigint LANGUAGE sql AS $$
  SELECT hashtextextended(value::text, 0) $$;
`;

/**
 * @see https://docs.aws.amazon.com/redshift/latest/dg/c_unsupported-postgresql-functions.html
 * @see https://docs.aws.amazon.com/redshift/latest/dg/c_SQL_functions_leader_node_only.html
 */
const REFUSED: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['series', /\bgenerate_series\b/i],
  [
    'running aggregates without a frame',
    /\b(?:sum|avg|min|max|count)\([^()]*\) OVER \((?![^()]*\bROWS\b)[^()]*ORDER BY/i,
  ],
  ['several columns beside IN', /,[^()]*\) IN \(SELECT\b/i],
  ['conditions of aggregates', /\bFILTER\s*\(/i],
  ['lateral joins', /\bLATERAL\b/i],
  ['comparison with nulls', /\bIS\s+(?:NOT\s+)?DISTINCT\s+FROM\b/i],
  ['values but in INSERT', /\bVALUES\b/i],
  ['arrays', /\bARRAY\s*\[|\barray_agg\b|\bunnest\b/i],
  ['rows', /\bROW\s*\(/i],
  ['bins of dates', /\bdate_bin\b|\bmake_(?:date|timestamp|interval)\b|\bage\s*\(/i],
  ['functions of the leader', /\b(?:substr|factorial|current_schemas?)\s*\(/i],
  ['truths beside IS but in WHERE', /\bIS\s+(?:NOT\s+)?(?:TRUE|FALSE)\b/i],
  ['texts of newer servers', /\b(?:string_agg|format|starts_with|regexp_match(?:es)?|encode)\s*\(/i],
  ['ordered sets and groupings', /\bWITHIN\s+GROUP\b|\bDISTINCT\s+ON\b/i],
  ['numeric of any digits', /\bAS\s+NUMERIC\s*\)/i],
  ['escapes in texts', /\\/],
];
