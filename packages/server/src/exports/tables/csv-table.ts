import { CSV_LINE_END, csvCell, csvLine, neutralText } from '@oriel/dashboard/csv-text';
import type { FileColumn } from '@oriel/dashboard/file-columns';
import { isLargeNumber } from '@oriel/dashboard/large-numbers';
import { formatNumberIn } from '@oriel/dashboard/number-format';
import type { RowValue, TablePlan } from './table-plan.ts';

/** Tells programs that the text is UTF-8. */
const MARK = '\uFEFF';

/** Writes the lines of a CSV file. @see RFC 4180 */
interface CsvTable {
  /** The line of titles. */
  readonly head: string;
  lineOf(row: readonly RowValue[]): string;
}

/** Makes the writer of the lines of a file. */
export function createCsvTable({
  columns,
  locale,
  hasPlainNumbers,
}: Pick<TablePlan, 'columns' | 'locale' | 'hasPlainNumbers'>): CsvTable {
  const cells = columns.map((column) => ({
    index: column.index,
    write: cellWriter(column, locale, hasPlainNumbers),
  }));
  return {
    head: MARK + csvLine(columns.map(({ title }) => neutralText(title))),
    lineOf: (row) => cells.map(({ index, write }) => write(row[index] ?? null)).join(',') + CSV_LINE_END,
  };
}

type WriteCell = (value: RowValue) => string;

function cellWriter(
  { kind, specifier, isDate }: FileColumn,
  locale: string,
  hasPlainNumbers: boolean,
): WriteCell {
  if (kind === 'time') return (value) => csvCell(timeText(value, isDate === true));
  if (kind === 'number')
    return specifier === undefined || hasPlainNumbers ? plainCell : numberCell(locale, specifier);
  return (value) => (typeof value === 'string' ? textCell(value) : plainCell(value));
}

function plainCell(value: RowValue): string {
  // A column of numbers may hold a text all the same, as one of a source with types of its own.
  return typeof value === 'string' ? textCell(value) : value === null ? '' : String(value);
}

/** Numbers as the table shows them; made by a format, so nothing in them is a formula. */
function numberCell(locale: string, specifier: string): WriteCell {
  return (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || Number.isNaN(number)) return plainCell(value);
    try {
      // A minus that spreadsheets know.
      const exact = isLargeNumber(value) ? value : number;
      return csvCell(formatNumberIn(locale, specifier, exact).replaceAll('−', '-'));
    } catch {
      return plainCell(value);
    }
  };
}

/** A wall clock as spreadsheets read it: `2026-03-01` of a day, else `2026-03-01 14:30:00`. */
export function timeText(value: RowValue, isDate: boolean): string {
  const text = value === null ? '' : String(value);
  const [day = '', clock = ''] = text.split('T');
  if (!/^-?\d{4,}-\d{2}-\d{2}$/.test(day)) return neutralText(text);
  return isDate || clock === '' ? day : `${day} ${clock.replace(/\.000$/, '')}`;
}

const textCell = (text: string) => csvCell(neutralText(text));
