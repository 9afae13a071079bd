import type { QueryResult } from './query-result.ts';
import { shownColumns } from './shown-columns.ts';

/**
 * What a spreadsheet would run as a formula, also in the wide forms of the signs. A number with a sign is none: it is what it
 * says, in a column of texts as in one of numbers.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export const FORMULA = /^(?![-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$)[=+\-@\t\r\n＝＋－＠]/i;

/** The shown columns of a result as CSV, below their titles; a text that begins like a formula begins with a quote. */
export async function toCsv(result: Pick<QueryResult, 'rows' | 'columns'>): Promise<string> {
  const { rows, columns } = result;
  const { default: papa } = await import('papaparse');
  const keys = shownColumns(result);
  const fields = keys.map((key) => columns[key]?.shortTitle ?? key);
  const data = rows.map((row) => keys.map((key) => row[key] ?? ''));
  return papa.unparse({ fields, data }, { escapeFormulae: FORMULA });
}
