/** A part of a date, in the order in which a language writes it. */
type DatePart = 'year' | 'month' | 'day';

/** The letters for the parts of a date, such as `TT`, `MM` and `JJJJ`. */
type PartLetters = Readonly<Record<DatePart, string>>;

const OPTIONS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  calendar: 'gregory',
  numberingSystem: 'latn',
  timeZone: 'UTC',
};
/** A year of two digits lies at most so far ahead. */
const MAX_AHEAD = 20;
/** Years before it are half-typed ones. */
const FIRST_YEAR = 1000;
const DIGITS: Readonly<Record<DatePart, number>> = { year: 4, month: 2, day: 2 };

/**
 * A calendar date as a language writes it, such as `31.12.2026`.
 *
 * @param date `YYYY-MM-DD`; any other text is given back
 */
export function writeDate(date: string, language: string | undefined): string {
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)?.slice(1) ?? [];
  if (year === undefined || month === undefined || day === undefined) return date;
  const parts = { year, month, day };
  return partsOf(language)
    .map(({ type, value }) => (isDatePart(type) ? parts[type] : value))
    .join('');
}

/** How a language writes dates, in letters: `TT.MM.JJJJ`. */
export function dateForm(language: string | undefined, letters: PartLetters): string {
  return partsOf(language)
    .map(({ type, value }) => (isDatePart(type) ? letters[type] : value))
    .join('');
}

/**
 * Reads a date as a language writes it, with any characters between its parts, or as `YYYY-MM-DD`. A year may have two
 * digits.
 *
 * @returns `YYYY-MM-DD`; undefined for what is no date
 */
export function readDate(text: string, language: string | undefined, now = new Date()): string | undefined {
  const order = orderOf(text, language);
  const groups = groupsOf(text, order);
  if (!groups) return undefined;
  const [first = '', second = '', third = ''] = groups;
  const texts = Object.fromEntries([first, second, third].map((group, index) => [order[index], group]));
  const { year = '', month = '', day = '' } = texts;
  if (![2, 4].includes(year.length) || month.length > 2 || day.length > 2) return undefined;
  const found = new Date(Date.UTC(fullYear(year, now), Number(month) - 1, Number(day)));
  const isThere = found.getUTCMonth() === Number(month) - 1 && found.getUTCDate() === Number(day);
  return isThere && found.getUTCFullYear() >= FIRST_YEAR ? found.toISOString().slice(0, 10) : undefined;
}

/** Whether nothing can follow a date that is typed: its last part has all its digits. */
export function isWholeDate(text: string, language: string | undefined): boolean {
  const order = orderOf(text, language);
  const groups = groupsOf(text, order);
  const [last] = order.slice(-1);
  if (!groups || last === undefined || readDate(text, language) === undefined) return false;
  return groups[order.indexOf('year')]?.length === 4 && groups[2]?.length === DIGITS[last];
}

const isDatePart = (type: string): type is DatePart => type in DIGITS;

/** Without the marks that tell the direction of a text, and what stands behind the last part, as in Korean. */
function partsOf(language: string | undefined): Intl.DateTimeFormatPart[] {
  const parts = new Intl.DateTimeFormat(language, OPTIONS).formatToParts(0);
  const start = parts.findIndex(({ type }) => isDatePart(type));
  const end = parts.findLastIndex(({ type }) => isDatePart(type));
  return parts
    .slice(start, end + 1)
    .map(({ type, value }) => ({ type, value: value.replaceAll(/[\u200e\u200f\u061c]/g, '') }));
}

/** A year of four digits at the beginning is one in every language. */
function orderOf(text: string, language: string | undefined): readonly DatePart[] {
  if (/^\s*\d{4}\D/.test(text.normalize('NFKC'))) return ['year', 'month', 'day'];
  return partsOf(language).flatMap(({ type }) => (isDatePart(type) ? [type] : []));
}

/** The digits of each part. Without anything between them they are told apart by their number. */
function groupsOf(text: string, order: readonly DatePart[]): string[] | undefined {
  const normal = text.normalize('NFKC').trim();
  if (!/^[\d\s./,年月日-]*$/.test(normal)) return undefined;
  if (/^\d{8}$/.test(normal)) {
    let at = 0;
    return order.map((part) => normal.slice(at, (at += DIGITS[part])));
  }
  const groups = normal.match(/\d+/g) ?? [];
  return groups.length === 3 ? groups : undefined;
}

function fullYear(year: string, now: Date): number {
  if (year.length === 4) return Number(year);
  const century = Math.floor(now.getFullYear() / 100) * 100;
  const found = century + Number(year);
  return found > now.getFullYear() + MAX_AHEAD ? found - 100 : found;
}
