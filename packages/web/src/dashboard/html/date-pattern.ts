import type { TimeLocale } from '@oriel/dashboard/number-format';
import { TemplateProblem } from './template-problem.ts';

const two = (value: number) => String(value).padStart(2, '0');

type Part = (time: Date, locale: TimeLocale) => string;

/** The letters of date-fns, of which these are known. */
const PARTS: Readonly<Record<string, Part>> = {
  yyyy: (time) => String(time.getUTCFullYear()),
  yy: (time) => two(time.getUTCFullYear() % 100),
  MMMM: (time, { months }) => months[time.getUTCMonth()] ?? '',
  MMM: (time, { shortMonths }) => shortMonths[time.getUTCMonth()] ?? '',
  MM: (time) => two(time.getUTCMonth() + 1),
  M: (time) => String(time.getUTCMonth() + 1),
  QQQ: (time) => `Q${Math.floor(time.getUTCMonth() / 3) + 1}`,
  Q: (time) => String(Math.floor(time.getUTCMonth() / 3) + 1),
  dd: (time) => two(time.getUTCDate()),
  d: (time) => String(time.getUTCDate()),
  EEEE: (time, { days }) => days[time.getUTCDay()] ?? '',
  EEE: (time, { shortDays }) => shortDays[time.getUTCDay()] ?? '',
  HH: (time) => two(time.getUTCHours()),
  H: (time) => String(time.getUTCHours()),
  hh: (time) => two(time.getUTCHours() % 12 || 12),
  h: (time) => String(time.getUTCHours() % 12 || 12),
  mm: (time) => two(time.getUTCMinutes()),
  ss: (time) => two(time.getUTCSeconds()),
  a: (time, { periods }) => periods[time.getUTCHours() < 12 ? 0 : 1],
};

/**
 * A time by a pattern of date-fns, such as `MMM d, yyyy`; texts in it stand in single quotes.
 *
 * @param time the wall clock as if it stood in UTC
 * @throws {@link TemplateProblem} for letters that are not known
 */
export function formatByPattern(time: Date, pattern: string, locale: TimeLocale): string {
  return pattern.replaceAll(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (found, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'");
    const part = Object.hasOwn(PARTS, found) ? PARTS[found] : undefined;
    if (!part) throw new TemplateProblem(`A date has no part ${found}`);
    return part(time, locale);
  });
}
