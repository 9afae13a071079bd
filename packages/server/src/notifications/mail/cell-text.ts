import { isLargeNumber } from '@oriel/dashboard/large-numbers';
import { formatNumberIn, specifierOf } from '@oriel/dashboard/number-format';
import type { Cell, ColumnAnnotation } from '@oriel/dashboard/query-result';

/** The language of messages. */
const LANGUAGE = 'en';

/** A value of a chart as a message shows it: numbers by their format, times by their granularity. */
export function cellText(value: Cell | undefined, key: string, column: ColumnAnnotation | undefined): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number' || (column?.type === 'number' && isLargeNumber(value)))
    return numberText(value, specifierOf(column?.format) ?? ',.2~f');
  if (typeof value === 'string' && column?.type === 'time') return timeText(value, key.split('.')[2]);
  return String(value);
}

function numberText(value: number | string, specifier: string): string {
  try {
    return specifier === '' ? String(value) : formatNumberIn(LANGUAGE, specifier, value);
  } catch {
    // The model may name a format that is none.
    return Number(value).toLocaleString(LANGUAGE);
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
function timeText(text: string, granularity: string | undefined): string {
  const time = new Date(/[zZ]|[+-]\d{2}:?\d{2}$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(time.getTime())) return text;
  const isDay = time.getTime() % 86_400_000 === 0;
  const options = formats[granularity ?? ''] ?? {
    dateStyle: 'medium',
    ...(!isDay && { timeStyle: 'short' }),
  };
  return new Intl.DateTimeFormat(LANGUAGE, { ...options, timeZone: 'UTC' }).format(time);
}
