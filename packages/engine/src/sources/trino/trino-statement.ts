import type { BoundValue } from '@oriel/semantic';
import type { Statement } from '../connection/source.ts';
import type { TrinoLocation } from './trino-page.ts';

/** What stands before the statement in its line would move the columns that Trino tells. */
const BEFORE = "EXECUTE IMMEDIATE\n'\n";
const LINES_BEFORE = 2;

/**
 * The text that runs a statement with its values. They stay out of its SQL: the protocol carries no values, but a
 * statement may take literals beside its SQL, which is then parsed apart from them. As a header the SQL could only be
 * as long as servers and proxies take headers; so the whole may have the 1,000,000 characters of `query.max-length`.
 *
 * @see https://trino.io/docs/current/sql/execute-immediate.html
 */
export function toStatementText({ sql, params }: Statement): string {
  if (params.length === 0) return sql;
  return `${BEFORE}${sql.replaceAll("'", "''")}' USING ${params.map(toLiteral).join(', ')}`;
}

/** Texts have no character that escapes others but the quote, which is doubled. */
function toLiteral(value: BoundValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return typeof value === 'boolean' ? String(value) : toNumber(value);
}

/** A number with a fraction would be a decimal, and one with an exponent is a double. */
function toNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  return Number.isFinite(value) ? value.toExponential() : 'NULL';
}

/**
 * Characters before a location that Trino tells, as JavaScript counts them in the SQL of the statement. Lines and
 * columns are counted from 1, and columns in whole characters.
 */
export function offsetOf(
  { sql, params }: Statement,
  { lineNumber, columnNumber }: TrinoLocation,
): number | undefined {
  const lines = sql.split('\n');
  const index = lineNumber - 1 - (params.length > 0 ? LINES_BEFORE : 0);
  const text = lines[index];
  if (text === undefined) return undefined;
  const before = lines.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0);
  return before + [...text].slice(0, columnNumber - 1).join('').length;
}
