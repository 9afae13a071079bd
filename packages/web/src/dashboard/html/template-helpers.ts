import { isLargeNumber } from '@oriel/dashboard/large-numbers';
import { chartLocale, formatNumberIn, specifierOf } from '@oriel/dashboard/number-format';
import { pageLanguage } from '../../messages/language.ts';
import { readWallClock } from '../formats/time-format.ts';
import { formatByPattern } from './date-pattern.ts';
import { isTruthy, type Helper } from './run-template.ts';
import { TemplateProblem } from './template-problem.ts';
import { ownValue } from './template-scope.ts';

/** What a template may call. None of them reaches beyond its arguments but `now`, the wall clock of the viewer. */
export const templateHelpers: Readonly<Record<string, Helper>> = {
  formatNumber(value, specifier) {
    if (value === null || value === undefined || value === '') return '';
    const number = Number(value);
    if (!Number.isFinite(number)) throw new TemplateProblem(`formatNumber got no number: ${String(value)}`);
    const exact = isLargeNumber(value) ? value : number;
    return formatNumberIn(pageLanguage(), specifierOf(specifier ?? 'number') ?? '', exact);
  },
  formatDate: (value, pattern) => formatTime(value, pattern ?? 'yyyy-MM-dd'),
  formatMonth: (value, pattern) => formatTime(value, pattern ?? 'MMM yyyy'),
  json: (value) => JSON.stringify(value ?? null),
  get: (holder, key) => ownValue(holder, String(key)),
  lookup: (holder, key) => ownValue(holder, String(key)),
  entries: (holder) =>
    typeof holder === 'object' && holder !== null
      ? Object.entries(holder).map(([key, value]: [string, unknown]) => ({ key, value }))
      : [],
  concat: (...values) => values.map((value) => String(value ?? '')).join(''),
  coalesce: (...values) => values.find((value) => value !== null && value !== undefined && value !== ''),
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  and: (...values) => values.every(isTruthy),
  or: (...values) => values.some(isTruthy),
  now() {
    const time = new Date();
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString();
  },
};

function formatTime(value: unknown, pattern: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  const time = typeof value === 'number' ? new Date(value) : readWallClock(String(value));
  if (Number.isNaN(time.getTime())) throw new TemplateProblem(`A date is none: ${String(value)}`);
  return formatByPattern(time, String(pattern), chartLocale(pageLanguage()).time);
}
