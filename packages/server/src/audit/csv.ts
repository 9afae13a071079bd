import { neutralText } from '@oriel/dashboard/csv-text';

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * A line of a CSV file by RFC 4180. Null and undefined are empty, objects are JSON. A text that a spreadsheet would take for a
 * formula gets an apostrophe before it; numbers stay.
 *
 * @see OWASP, CSV injection
 */
export function toCsvLine(cells: readonly unknown[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = neutralText(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
