import { isLargeNumber } from '@oriel/dashboard/large-numbers';
import { formatNumberIn, specifierOf } from '@oriel/dashboard/number-format';
import type { Cell, ColumnAnnotation } from '@oriel/dashboard/query-result';
import { mailLocale, mailTexts } from '../../mail/texts/mail-texts.ts';

/** A column of a chart in a message. */
interface MailColumn {
  readonly key: string;
  readonly annotation: ColumnAnnotation | undefined;
  /** A BCP 47 tag. */
  readonly locale: string;
}

/** A value of a chart as a message shows it: numbers by their format, times by their granularity. */
export function cellText(value: Cell | undefined, { key, annotation: column, locale }: MailColumn): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number' || (column?.type === 'number' && isLargeNumber(value)))
    return numberText(value, specifierOf(column?.format) ?? ',.2~f', locale);
  if (typeof value === 'string' && column?.type === 'time') return timeText(value, key.split('.')[2], locale);
  if (typeof value === 'boolean') return mailTexts[mailLocale(locale)].truth[value ? 'yes' : 'no'];
  return String(value);
}

function numberText(value: number | string, specifier: string, locale: string): string {
  try {
    return specifier === '' ? String(value) : formatNumberIn(locale, specifier, value);
  } catch {
    // The model may name a format that is none.
    return Number(value).toLocaleString(locale);
  }
}

const formats: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  year: { year: 'numeric' },
  quarter: { year: 'numeric', month: 'short' },
  month: { year: 'numeric', month: 'short' },
  week: { dateStyle: 'medium' },
  day: { dateStyle: 'medium' },
};

/** A wall clock of the query's zone, which nothing moves. */
function timeText(text: string, granularity: string | undefined, locale: string): string {
  const time = new Date(/[zZ]|[+-]\d{2}:?\d{2}$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(time.getTime())) return text;
  const isDay = time.getTime() % 86_400_000 === 0;
  const options = formats[granularity ?? ''] ?? {
    dateStyle: 'medium',
    ...(!isDay && { timeStyle: 'short' }),
  };
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(time);
}
