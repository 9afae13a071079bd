import { pageLanguage } from '../../messages/language.ts';
import { t } from '../../messages/dashboard-texts.ts';

/** The granularity in a column key such as `orders.created_at.month`; undefined for a key without one. */
export function granularityOf(key: string): string | undefined {
  return key.split('.')[2];
}

type Format = (time: Date, language: string | undefined) => string;

/** Formats of a way of writing, by language: one takes longer to make than a hundred times to write. */
function formatsOf(
  options: Intl.DateTimeFormatOptions,
): (language: string | undefined) => Intl.DateTimeFormat {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (language) => {
    const known = made.get(language);
    if (known) return known;
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    made.set(language, format);
    return format;
  };
}

function by(options: Intl.DateTimeFormatOptions): Format {
  const formatIn = formatsOf(options);
  return (time, language) => formatIn(language).format(time);
}

const DATE_TIME: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const WEEK_MS = 6 * 86_400_000;
const byDate = by({ dateStyle: 'medium' });
const byMinute = by(DATE_TIME);
const datesIn = formatsOf({ dateStyle: 'medium' });

const formats: Readonly<Record<string, Format>> = {
  second: by({ dateStyle: 'medium', timeStyle: 'medium' }),
  minute: byMinute,
  hour: byMinute,
  day: by({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }),
  week: (time, language) => datesIn(language).formatRange(time, new Date(time.getTime() + WEEK_MS)),
  month: by({ year: 'numeric', month: 'short' }),
  quarter: (time) =>
    t('time.quarter', {
      quarter: Math.floor(time.getUTCMonth() / 3) + 1,
      year: String(time.getUTCFullYear()),
    }),
  year: by({ year: 'numeric' }),
};

/**
 * A bucket of time in the page's language: `Mar 2001` for a month, `Mar 5 – 11, 2001` for a week.
 *
 * @param text a wall clock without zone, as the query API writes it: it is that of the query's zone already
 * @param granularity that of the bucket; without one, or with one of the model's own, midnight is a date
 */
export function formatBucket(text: string, granularity: string | undefined): string {
  const time = readWallClock(text);
  if (Number.isNaN(time.getTime())) return text;
  const format = formats[granularity ?? ''] ?? (isMidnight(time) ? byDate : byMinute);
  return format(time, pageLanguage());
}

/**
 * A time in a table's cell: months and longer by their names, days and weeks by their first day, an hour at midnight
 * with its time.
 */
export function formatTimeCell(text: string, granularity: string | undefined): string {
  return formatBucket(text, /^(day|week)$/.test(granularity ?? '') ? undefined : granularity);
}

/** The wall clock as if it stood in UTC, so that no daylight saving of the browser moves it. */
export function readWallClock(text: string): Date {
  return new Date(
    /[zZ]|[+-]\d{2}:?\d{2}$/.test(text)
      ? text
      : `${text.replace(' ', 'T')}Z`.replace(/^(\d{4}-\d{2}-\d{2})Z$/, '$1'),
  );
}

/** The wall clock of a zone as if it stood in UTC, in epoch milliseconds; an unknown zone is UTC. */
export function wallClockOf(time: Date, timeZone = 'UTC'): number {
  try {
    return readWallClock(time.toLocaleString('sv-SE', { timeZone })).getTime();
  } catch {
    return time.getTime();
  }
}

const isMidnight = (time: Date) => time.getTime() % 86_400_000 === 0;
