import { withComparedTitles } from '@oriel/dashboard/compared-titles';
import { toCsv } from '@oriel/dashboard/csv-text';
import type { ChartAnswer } from '../../rendering/chart-answers.ts';

/** Bytes of tables that a message carries; mail servers take about ten megabytes in all. */
const MAX_CSV_BYTES = 5_000_000;

/** One file for each chart with rows, as long as they fit; titles are in the language `locale`. */
export async function tablesOf(charts: readonly ChartAnswer[], locale: string) {
  const tables: { filename: string; content: string; contentType: string }[] = [];
  const names = new Set<string>();
  const leftOut: string[] = [];
  let bytes = 0;
  for (const { title, result } of charts) {
    if (!result || result.rows.length === 0) continue;
    // The mark tells spreadsheets that the text is UTF-8.
    const content = `\uFEFF${toCsv({ ...result, columns: withComparedTitles(result.columns, locale) })}`;
    const size = Buffer.byteLength(content);
    if (bytes + size > MAX_CSV_BYTES) {
      leftOut.push(title);
      continue;
    }
    bytes += size;
    tables.push({ filename: `${nameOf(title, names)}.csv`, content, contentType: 'text/csv; charset=utf-8' });
  }
  return { tables, leftOut };
}

/** A name for a file of a chart, which no other chart has. */
function nameOf(title: string, names: Set<string>): string {
  const plain =
    title
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .slice(0, 80) || 'chart';
  let name = plain;
  for (let count = 2; names.has(name); count += 1) name = `${plain} ${count}`;
  names.add(name);
  return name;
}
