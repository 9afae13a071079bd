import type { QueryResult } from '../../query/load-batch.ts';
import { toCsv } from '@oriel/dashboard/csv-text';

/** Saves rows as a CSV file. */
export function downloadCsv(result: QueryResult, title: string): void {
  const text = toCsv(result);
  // The mark tells spreadsheets that the text is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `${title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'chart'}.csv`,
  });
  link.click();
  URL.revokeObjectURL(url);
}
