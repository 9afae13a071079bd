import type { FileColumn } from '@oriel/dashboard/file-columns';
import { chartLocale, formatNumberIn } from '@oriel/dashboard/number-format';
import { timeText } from './csv-table.ts';
import type { RowValue, TablePlan } from './table-plan.ts';

/** Characters of a cell that Excel takes. */
const MAX_CELL_CHARACTERS = 32_767;
const CUT = ' … [cut by Excel’s limit of 32,767 characters]';
/** Digits of a number that Excel keeps. */
const MAX_DIGITS = 15;
/** What the name of a sheet must not have. */
const NOT_IN_NAMES = /[\\/?*[\]:]/g;
const MAX_SHEET_NAME = 31;
/** What begins the code of a sign. */
const CODED = /_(?=x[0-9A-Fa-f]{4}_)/g;

type XlsxValue = string | number | boolean | Date | null;

/**
 * Rows that are looked at to see how wide a column is; what stands above the rows is written before the others are
 * there.
 */
export const WIDTH_SAMPLE = 200;
/** Characters of a column, in the words of Excel. */
const WIDTHS = { least: 8, most: 60 };
/** What a cell keeps free at its sides. */
const SIDES = 2;

/**
 * Makes what a sheet holds of rows.
 *
 * @param sample the first rows: columns are as wide as their texts
 */
export function createXlsxTable(
  { columns, locale }: Pick<TablePlan, 'columns' | 'locale'>,
  sample: readonly (readonly RowValue[])[],
) {
  let cutCells = 0;
  const cut = (text: string): string => {
    if (text.length > MAX_CELL_CHARACTERS) cutCells += 1;
    return cellText(text);
  };
  const cellOf = ({ kind, isDate }: FileColumn, value: RowValue): XlsxValue => {
    if (value === null || typeof value === 'boolean') return value;
    if (kind === 'number') return numberOf(value) ?? cut(String(value));
    if (kind === 'time') return timeOf(value) ?? cut(timeText(value, isDate === true));
    return typeof value === 'number' ? value : cut(value);
  };
  return {
    columns: columns.map((column) => ({
      header: cut(column.title),
      width: widthOf(
        column,
        sample.map((row) => row[column.index] ?? null),
        locale,
      ),
      ...formatOf(column, locale),
    })),
    rowOf: (row: readonly RowValue[]): XlsxValue[] =>
      columns.map((column) => cellOf(column, row[column.index] ?? null)),
    get cutCells() {
      return cutCells;
    },
  };
}

/** A text as a cell takes it: no longer than Excel's limit, and with signs that stand for themselves. */
export function cellText(text: string): string {
  if (text.length <= MAX_CELL_CHARACTERS) return inSheet(text);
  return inSheet(withoutHalf(text.slice(0, MAX_CELL_CHARACTERS - CUT.length)) + CUT);
}

/** `_x0041_` is another way to write an A: the sign before it says that it is none. @see ECMA-376 part 1, 22.9.2.19 */
const inSheet = (text: string) => text.replaceAll(CODED, '_x005F_');

/** A text that was cut in the middle of a sign, without its half. */
const withoutHalf = (text: string) => text.replace(/[\ud800-\udbff]$/, '');

/** Characters of the widest value and of the title; Excel shows times and numbers without enough room as `####`. */
function widthOf(column: FileColumn, values: readonly RowValue[], locale: string): number {
  const lengths = values.map((value) => lengthOf(column, value, locale));
  const widest = Math.max(widthOfText(column.title), ...lengths);
  return Math.min(WIDTHS.most, Math.max(WIDTHS.least, widest)) + SIDES;
}

function lengthOf({ kind, isDate, specifier }: FileColumn, value: RowValue, locale: string): number {
  if (value === null) return 0;
  if (kind === 'time') return (isDate ? '2026-01-01' : '2026-01-01 00:00:00').length;
  const number = kind === 'number' ? numberOf(String(value)) : undefined;
  if (number === undefined || specifier === undefined) return widthOfText(String(value));
  try {
    return formatNumberIn(locale, specifier, number).length;
  } catch {
    return widthOfText(String(value));
  }
}

/** The longest line; signs of Chinese, Japanese and Korean are as wide as two letters. */
function widthOfText(text: string): number {
  const lines = text.slice(0, MAX_CELL_CHARACTERS).split('\n');
  return Math.max(
    ...lines.map(
      (line) =>
        line.length + (line.match(/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0),
    ),
  );
}

/**
 * A name that Excel takes for a sheet: the sheets behind the first have theirs with a number, so it must not end within
 * a sign.
 */
export function sheetName(title: string): string {
  const short = title
    .replaceAll(NOT_IN_NAMES, ' ')
    .replaceAll(CODED, ' ')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_SHEET_NAME);
  const name = withoutHalf(short)
    .replaceAll(/^'+|'+$/g, '')
    .trim();
  // Excel keeps this one for itself.
  return name === '' || name.toLowerCase() === 'history' ? 'Rows' : name;
}

/** A number that keeps its digits in Excel; undefined for another one, which stays a text. */
function numberOf(value: string | number): number | undefined {
  const number = Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const digits = value.replace(/^-?0*/, '').replace('.', '').length;
  return value.trim() !== '' && Number.isFinite(number) && digits <= MAX_DIGITS ? number : undefined;
}

/** Excel counts its days from 1900 on. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** A moment as Excel has it, a wall clock without a zone; undefined for a text that is none. */
function timeOf(value: string | number): Date | undefined {
  const text = String(value);
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+)?$/.test(text)) return undefined;
  const time = new Date(text.length > 10 ? `${text}Z` : text);
  // An invalid date would make a file that cannot be opened.
  return Number.isNaN(time.getTime()) || time.getTime() < FIRST_DAY ? undefined : time;
}

/**
 * The format of a column's cells, in Excel's words; Excel takes the separators and the order of a date from the
 * language of its user.
 */
function formatOf({ kind, specifier, unit, isDate }: FileColumn, locale: string): { numFmt?: string } {
  if (kind === 'time') return { numFmt: isDate ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' };
  const format = specifier === undefined ? undefined : excelFormat(specifier, { unit, locale });
  return format === undefined ? {} : { numFmt: format };
}

/** What Excel shows of a number by the thousand, and the sign of the unit behind it. */
const UNITS = { thousands: ',"K"', millions: ',,"M"', billions: ',,,"B"' } as const;

/**
 * A d3 specifier as a format of Excel, which counts in `unit`; undefined for one that Excel has no words for. The signs
 * of dollars and of a percentage stand where the language `locale` has them.
 */
export function excelFormat(
  specifier: string,
  { unit, locale }: { readonly unit?: FileColumn['unit'] | undefined; readonly locale: string },
): string | undefined {
  const parts = /^(\()?(\$)?(,)?(?:\.(\d+))?(~)?([f%d])$/.exec(specifier);
  if (!parts) return undefined;
  const [, isAccounting, currency, groups, precision = '0', isTrimmed, type] = parts;
  // Excel writes the point of a number in a unit also where nothing follows it.
  const digit = isTrimmed && !unit ? '#' : '0';
  const decimals = type === 'd' || precision === '0' ? '' : `.${digit.repeat(Number(precision))}`;
  const signs = chartLocale(locale).number;
  const [before, behind] = currency ? signs.currency : ['', ''];
  const percent = type === '%' ? percentOf(signs.percent) : '';
  const number = `${quotedText(before)}${groups ? '#,##0' : '0'}${decimals}${percent}${unit ? UNITS[unit] : ''}${quotedText(behind)}`;
  return isAccounting ? `${number};(${number})` : number;
}

/** The sign itself is what has Excel count in hundredths, so it stands outside the quotes. */
const percentOf = (sign = '%') => quotedText(sign.replace('%', '')) + '%';

const quotedText = (text: string) => (text === '' ? '' : `"${text}"`);
