import type { QueryResult } from '../query/load-batch.ts';
import { shownColumns } from './shown-columns.ts';

/** Saves rows as a CSV file. Texts that a spreadsheet would run as formulas are escaped. */
export async function downloadCsv(result: QueryResult, title: string): Promise<void> {
  const { rows, columns } = result;
  const { unparse } = await import('papaparse');
  const keys = shownColumns(result);
  const fields = keys.map((key) => columns[key]?.shortTitle ?? key);
  const text = unparse(
    { fields, data: rows.map((row) => keys.map((key) => row[key] ?? '')) },
    { escapeFormulae: true },
  );
  // The mark tells spreadsheets that the text is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `${title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'chart'}.csv`,
  });
  link.click();
  URL.revokeObjectURL(url);
}
