/** Other ways to write the operators of filters: those of times, and the names that the query API has for them. */
const SPELLINGS: Readonly<Record<string, string>> = {
  after: 'greater_than',
  after_or_on: 'greater_than_or_equal',
  before: 'less_than',
  before_or_on: 'less_than_or_equal',
  afterDate: 'greater_than',
  afterOrOnDate: 'greater_than_or_equal',
  beforeDate: 'less_than',
  beforeOrOnDate: 'less_than_or_equal',
  gt: 'greater_than',
  gte: 'greater_than_or_equal',
  lt: 'less_than',
  lte: 'less_than_or_equal',
  notEquals: 'not_equals',
  notContains: 'not_contains',
  startsWith: 'starts_with',
  notStartsWith: 'not_starts_with',
  endsWith: 'ends_with',
  notEndsWith: 'not_ends_with',
  set: 'is_not_null',
  notSet: 'is_null',
  inDateRange: 'between',
  onTheDate: 'between',
};

/** The name that controls have for an operator, however it was written; one that is unknown stays as it is. */
export function canonicalOperator(operator: string): string {
  return Object.hasOwn(SPELLINGS, operator) ? (SPELLINGS[operator] ?? operator) : operator;
}

const CALENDAR = /^(?<not>not_)?in_(?<unit>month|quarter|year)$/;

/** Whether an operator asks for a whole month, quarter or year, by any day in it, and whether it leaves those out. */
export function calendarOperator(
  operator: string,
): { unit: 'month' | 'quarter' | 'year'; isNot: boolean } | undefined {
  const { unit, not } = CALENDAR.exec(operator)?.groups ?? {};
  return unit === 'month' || unit === 'quarter' || unit === 'year'
    ? { unit, isNot: not !== undefined }
    : undefined;
}

/**
 * The first and the last day of the month, quarter or year that a day lies in; a year and a month may stand for their
 * first day. A text that is none stays as it is, and the query API says what is wrong with it.
 */
export function calendarRange(text: string, unit: 'month' | 'quarter' | 'year'): string[] {
  const { year, month = '1' } =
    /^(?<year>\d{4})(?:-(?<month>0[1-9]|1[0-2]))?(?:-\d{2}.*)?$/.exec(text)?.groups ?? {};
  if (year === undefined) return [text];
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  const first = Math.floor((Number(month) - 1) / months) * months;
  const dayOf = (at: number, day: number) =>
    new Date(Date.UTC(Number(year), at, day)).toISOString().slice(0, 10);
  return [dayOf(first, 1), dayOf(first + months, 0)];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a value is a day without a time. */
export const isDay = (value: unknown): value is string => typeof value === 'string' && DAY.test(value);

/**
 * A comparison with a value. With a day it is exact to the zone of the query: a time after the day begins with the next
 * one, and one on the day or before ends where the next one begins, however long the day is.
 */
export function comparison(
  operator: string,
  value: string,
): { operator: string; values: [string] } | undefined {
  const symbol = {
    greater_than: 'gt',
    greater_than_or_equal: 'gte',
    less_than: 'lt',
    less_than_or_equal: 'lte',
  }[operator];
  if (symbol === undefined) return undefined;
  if (!isDay(value)) return { operator: symbol, values: [value] };
  if (operator === 'greater_than') return { operator: 'gte', values: [dayAfter(value)] };
  if (operator === 'less_than_or_equal') return { operator: 'lt', values: [dayAfter(value)] };
  return { operator: symbol, values: [value] };
}

/** A text that only looks like a day stays as it is; the query API says what is wrong with it. */
function dayAfter(day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
  return Number.isNaN(next.getTime()) ? day : next.toISOString().slice(0, 10);
}
