import type { QueryResult } from '../results/query-result.ts';
import { shownColumns } from '../results/shown-columns.ts';

/** What ends a line of a CSV file. @see RFC 4180 */
export const CSV_LINE_END = '\r\n';

/** What RFC 4180 asks quotes for, and the sign of a comment: DuckDB quotes it, and both write the same files. */
const NEEDS_QUOTES = /[",\r\n#]/;

/**
 * What a spreadsheet would run as a formula, also in the wide forms of the signs. A number with a sign is none: it is
 * what it says, in a column of texts as in one of numbers.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?![-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$)[=+\-@\t\r\n＝＋－＠]/i;

/**
 * A formula behind what ends a cell in other dialects of CSV: a spreadsheet in a language with decimal commas takes
 * files apart at semicolons, and there the quotes of RFC 4180 hide nothing.
 */
const INNER_FORMULA = /([;\t\r\n])("*[=+\-@＝＋－＠])/g;

/**
 * A text of a CSV file with a quote before each part that a spreadsheet would run. The SQL of DuckDB's files does the
 * same.
 */
export function neutralText(text: string): string {
  const whole = text.replace(INNER_FORMULA, "$1'$2");
  return FORMULA.test(whole) ? `'${whole}` : whole;
}

/** A text as a cell of a CSV file, in quotes where it needs them. @see RFC 4180 */
export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a CSV file for a program, which runs no formulas: null and undefined are empty, objects are JSON. */
export function csvLine(cells: readonly unknown[]): string {
  return cells.map((cell) => csvCell(toText(cell))).join(',') + CSV_LINE_END;
}

/**
 * {@link csvLine} for people: texts that a spreadsheet would run have a quote before them; numbers and booleans stay.
 */
export function neutralCsvLine(cells: readonly unknown[]): string {
  return csvLine(cells.map((cell) => (isPlain(cell) ? cell : neutralText(toText(cell)))));
}

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

const isPlain = (cell: unknown) => typeof cell === 'number' || typeof cell === 'boolean';

/** The shown columns of a result as CSV, below their titles; what a spreadsheet would run has a quote before it. */
export function toCsv(result: Pick<QueryResult, 'rows' | 'columns'>): string {
  const { rows, columns } = result;
  const keys = shownColumns(result);
  const head = keys.map((key) => columns[key]?.shortTitle ?? key);
  const lines = [head, ...rows.map((row) => keys.map((key) => row[key]))];
  return lines.map(neutralCsvLine).join('');
}
