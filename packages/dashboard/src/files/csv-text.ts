import type { QueryResult } from '../results/query-result.ts';
import { shownColumns } from '../results/shown-columns.ts';

/**
 * What a spreadsheet would run as a formula, also in the wide forms of the signs. A number with a sign is none: it is what it
 * says, in a column of texts as in one of numbers.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?![-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$)[=+\-@\t\r\n＝＋－＠]/i;

/**
 * A formula behind what ends a cell in other dialects of CSV: a spreadsheet in a language with decimal commas takes files apart
 * at semicolons, and there the quotes of RFC 4180 hide nothing.
 */
const INNER_FORMULA = /([;\t\r\n])("*[=+\-@＝＋－＠])/g;

/** A text of a CSV file with a quote before each part that a spreadsheet would run. The SQL of DuckDB's files does the same. */
export function neutralText(text: string): string {
  const whole = text.replace(INNER_FORMULA, "$1'$2");
  return FORMULA.test(whole) ? `'${whole}` : whole;
}

/** The shown columns of a result as CSV, below their titles; what a spreadsheet would run has a quote before it. */
export async function toCsv(result: Pick<QueryResult, 'rows' | 'columns'>): Promise<string> {
  const { rows, columns } = result;
  const { default: papa } = await import('papaparse');
  const keys = shownColumns(result);
  const cell = (value: unknown) => (typeof value === 'string' ? neutralText(value) : (value ?? ''));
  const fields = keys.map((key) => neutralText(columns[key]?.shortTitle ?? key));
  const data = rows.map((row) => keys.map((key) => cell(row[key])));
  return papa.unparse({ fields, data });
}
