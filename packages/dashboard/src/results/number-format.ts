import {
  formatLocale,
  formatSpecifier,
  type FormatLocaleDefinition,
  type FormatLocaleObject,
} from 'd3-format';
import { digitsOf, formatDigits, isLargeNumber } from './large-numbers.ts';

/** How numbers and times are written in a language, for the chart library and for our own texts. */
interface ChartLocale {
  number: FormatLocaleDefinition;
  time: TimeLocale;
}

/** A d3 time locale. */
export interface TimeLocale {
  dateTime: string;
  date: string;
  time: string;
  periods: [string, string];
  days: string[];
  shortDays: string[];
  months: string[];
  shortMonths: string[];
}

/** How d3 writes the parts of a date. */
interface DatePatterns {
  year: string;
  /** With its year. */
  month: string;
  /** With its month. */
  day: string;
  /** With its month and its year. */
  date: string;
  /** A day of the month with that of the week. */
  weekday: string;
  /** Whether an hour is one of twelve. */
  isTwelveHours: boolean;
}

interface KnownLocale {
  locale: ChartLocale;
  formats: FormatLocaleObject;
  /** Takes out a separator that the language leaves out; undefined where it leaves out none. */
  ungroup: ((text: string) => string) | undefined;
  /** Of the powers of a thousand, by their prefix of SI; undefined until a number is abbreviated. */
  units: Readonly<Record<string, NumberUnit>> | undefined;
  /** By specifier. */
  made: Map<string, (value: number) => string>;
}

/**
 * What a language counts a power of a thousand in: a billion is one `B`, one `Mrd.`, a thousand `M` in Spanish, or ten
 * `億`.
 */
interface NumberUnit {
  size: number;
  /** What stands behind the number, with the space before it. */
  text: string;
}

/** Specifiers that are kept for a language: those of a page's tables, and not whatever a long life brings. */
const MAX_SPECIFIERS = 500;
const known = new Map<string, KnownLocale>();

function localeOf(language: string | undefined): KnownLocale {
  const key = language ?? '';
  const kept = known.get(key);
  if (kept) return kept;
  const locale = isEnglish(language) ? ENGLISH : localeBy(language);
  const own: KnownLocale = {
    locale,
    formats: formatLocale(locale.number),
    ungroup: isEnglish(language) ? undefined : ungroupBy(language, locale.number),
    units: isEnglish(language) ? ENGLISH_UNITS : undefined,
    made: new Map(),
  };
  known.set(key, own);
  return own;
}

/** In some languages, as in Spanish, a number of four digits has no separator. d3 knows groups alone. */
function ungroupBy(
  language: string | undefined,
  { thousands }: FormatLocaleDefinition,
): KnownLocale['ungroup'] {
  const isGrouped = new Intl.NumberFormat(language).formatToParts(1234).some(({ type }) => type === 'group');
  if (isGrouped || thousands === '') return undefined;
  const separator = `[${thousands}]`;
  const fourDigits = new RegExp(`(?<![\\d${thousands}])(\\d)${separator}(\\d{3})(?!${separator}?\\d)`);
  return (text) => text.replace(fourDigits, '$1$2');
}

/**
 * What makes a text of d3 one of `language`: 1.234 is 1234 in Spanish, and 12.345 stays; the prefixes of SI, which d3
 * abbreviates by, are the units that people count in, `B` for `G` in English. Undefined where d3 knows all of it.
 */
export function tidyIn(
  language: string | undefined,
  specifier: unknown,
): ((text: string) => string) | undefined {
  const own = localeOf(language);
  const { ungroup } = own;
  // Vega has them as objects, too.
  if (!ABBREVIATED.test(String(specifier))) return ungroup;
  const units = (own.units ??= unitsBy(language));
  const { decimal } = own.locale.number;
  const number = new RegExp(`(\\d+)(?:[${decimal}](\\d+))?([${Object.keys(units).join('')}])`);
  const scaled = own.formats.format(',.12~f');
  return (text) =>
    text.replace(number, (written: string, whole: string, fraction: string | undefined, prefix: string) => {
      const usual = units[prefix] as NumberUnit;
      const value = Number(`${whole}.${fraction ?? 0}`) * sizeOfPrefix(prefix);
      if (usual.size === sizeOfPrefix(prefix)) return written.slice(0, -prefix.length) + usual.text;
      // A language with other steps than thousands: half a billion is five of a hundred million in Japanese.
      const unit = Object.values(units).findLast(({ size }) => size <= value) ?? { size: 1, text: '' };
      const digits = scaled(Number((value / unit.size).toPrecision(12)));
      return (ungroup ? ungroup(digits) : digits) + unit.text;
    });
}

const ABBREVIATED = /s$/;

/** The prefixes of SI that languages have units for, and their size. */
const PREFIXES: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, G: 1e9, T: 1e12 };
const sizeOfPrefix = (prefix: string) => PREFIXES[prefix] as number;
const ENGLISH_UNITS: Readonly<Record<string, NumberUnit>> = {
  k: { size: 1e3, text: 'K' },
  M: { size: 1e6, text: 'M' },
  G: { size: 1e9, text: 'B' },
  T: { size: 1e12, text: 'T' },
};

function unitsBy(language: string | undefined): Readonly<Record<string, NumberUnit>> {
  const compact = new Intl.NumberFormat(language, { notation: 'compact', useGrouping: false });
  const unitOf = (size: number): NumberUnit => {
    const parts = compact.formatToParts(size);
    const at = parts.findIndex(({ type }) => type === 'integer');
    const behind = parts.slice(at + 1).map(({ value }) => value);
    return { size: size / (Number(parts[at]?.value) || 1), text: behind.join('') };
  };
  return Object.fromEntries(Object.entries(PREFIXES).map(([prefix, size]) => [prefix, unitOf(size)]));
}

/**
 * What `Intl` says of American English: a browser reads the data of all its languages before the first answer, which
 * takes tens of milliseconds before the first chart.
 */
const ENGLISH: ChartLocale = {
  number: { decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''], percent: '%' },
  time: {
    dateTime: '%x, %X',
    date: '%m/%d/%Y',
    time: '%H:%M:%S',
    periods: ['AM', 'PM'],
    days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    shortDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    months: [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
    shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  },
};
const ENGLISH_DATES: DatePatterns = {
  year: '%Y',
  month: '%b %Y',
  day: '%b %-d',
  date: '%b %-d, %Y',
  weekday: '%a %-d',
  isTwelveHours: true,
};

const isEnglish = (language: string | undefined) => language === 'en-US' || language === 'en';

function localeBy(language: string | undefined): ChartLocale {
  return { number: numberLocale(language), time: timeLocale(language) };
}

/** The separators, names of months and days, and order of a date in `language`, as the browser knows them. */
export function chartLocale(language: string | undefined): ChartLocale {
  return localeOf(language).locale;
}

/**
 * A number by a d3 specifier in `language`. One that comes as a text because a double would be another number keeps its
 * digits.
 *
 * @throws an error when the specifier is none
 */
export function formatNumberIn(
  language: string | undefined,
  specifier: string,
  value: number | string,
): string {
  const digits = typeof value === 'number' ? digitsOf(value) : isLargeNumber(value) ? value : undefined;
  const { formats, made, locale } = localeOf(language);
  const exact = digits && formatDigits(digits, formatSpecifier(specifier), locale.number);
  if (exact !== undefined) return exact;
  const format = made.get(specifier) ?? tidied(formats.format(specifier), tidyIn(language, specifier));
  if (made.size < MAX_SPECIFIERS) made.set(specifier, format);
  return format(Number(value));
}

const tidied = (format: (value: number) => string, tidy: ReturnType<typeof tidyIn>) =>
  tidy ? (value: number) => tidy(format(value)) : format;

function numberLocale(language: string | undefined): FormatLocaleDefinition {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(1234567.8);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
  return {
    decimal: partOf('decimal') ?? '.',
    thousands: partOf('group') ?? '',
    grouping: [3],
    currency: dollarSign(language),
    percent: percentSign(language),
  };
}

/** What stands before and behind an amount in dollars, with the space that many languages have there. */
function dollarSign(language: string | undefined): [before: string, behind: string] {
  const options = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const parts = new Intl.NumberFormat(language, { ...options, minimumFractionDigits: 0 }).formatToParts(1);
  const at = parts.findIndex(({ type }) => type === 'integer');
  // Without the marks of a direction, which would stand within a text of another one.
  const textOf = (some: Intl.NumberFormatPart[]) =>
    some.map(({ value }) => value.replaceAll(/[\u200e\u200f\u061c]/g, '')).join('');
  return [textOf(parts.slice(0, at)), textOf(parts.slice(at + 1))];
}

/** What stands behind a percentage, with the space that many languages have before the sign. */
function percentSign(language: string | undefined): string {
  const parts = new Intl.NumberFormat(language, { style: 'percent' }).formatToParts(0.1);
  const behind = parts.slice(parts.findIndex(({ type }) => type === 'integer') + 1);
  return behind.map(({ value }) => value).join('') || '%';
}

/** A Sunday, and the months of its year. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

function timeLocale(language: string | undefined): TimeLocale {
  const named = (options: Intl.DateTimeFormatOptions, dates: number[]) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return dates.map((date) => format.format(date));
  };
  const days = Array.from({ length: 7 }, (_, day) => SUNDAY + day * DAY_MS);
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2023, month, 1));
  return {
    dateTime: '%x, %X',
    date: datePattern(language),
    time: '%H:%M:%S',
    periods: ['AM', 'PM'],
    days: named({ weekday: 'long' }, days),
    shortDays: named({ weekday: 'short' }, days),
    months: named({ month: 'long' }, months),
    shortMonths: named({ month: 'short' }, months),
  };
}

function datePattern(language: string | undefined): string {
  const directives: Record<string, string> = { day: '%d', month: '%m', year: '%Y' };
  return new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric' })
    .formatToParts(SUNDAY)
    .map(({ type, value }) => directives[type] ?? value)
    .join('');
}

/**
 * The order of a month with its year and of a day with its month in `language`, as d3 writes times: `%b %Y` in English,
 * `%Y年%-m月` in Japanese.
 */
export function datePatterns(language: string | undefined): DatePatterns {
  const key = language ?? '';
  const kept = knownDates.get(key) ?? (isEnglish(language) ? ENGLISH_DATES : datePatternsBy(language));
  knownDates.set(key, kept);
  return kept;
}

const knownDates = new Map<string, DatePatterns>();

function datePatternsBy(language: string | undefined): DatePatterns {
  const pattern = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, options)
      .formatToParts(SUNDAY)
      .map(({ type, value }) => {
        if (type === 'month') return /^\d+$/.test(value) ? '%-m' : '%b';
        return { day: '%-d', year: '%Y', weekday: '%a' }[type as string] ?? value;
      })
      .join('');
  const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
  return {
    year: pattern({ year: 'numeric' }),
    month: pattern({ year: 'numeric', month: 'short' }),
    day: pattern({ month: 'short', day: 'numeric' }),
    date: pattern({ year: 'numeric', month: 'short', day: 'numeric' }),
    weekday: pattern({ weekday: 'short', day: 'numeric' }),
    isTwelveHours: hourCycle === 'h12' || hourCycle === 'h11',
  };
}

const named: Record<string, string> = {
  percent: '.1%',
  currency: '$,.2f',
  number: ',.2~f',
  abbr: '.3~s',
  id: '',
  accounting: '(,.2f',
};

/** A d3 format from the model's: a name, perhaps with a number of decimals, or a specifier. */
export function specifierOf(format: unknown): string | undefined {
  if (typeof format === 'object' && format !== null && 'value' in format) return String(format.value);
  if (typeof format !== 'string') return undefined;
  const [name = '', decimals] = format.split(/_(?=\d$)/);
  const known = named[name];
  if (known === undefined) return format;
  return decimals === undefined ? known : known.replace(/\.\d/, `.${decimals}`);
}
