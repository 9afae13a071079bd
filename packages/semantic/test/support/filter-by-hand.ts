import { DateTime } from 'luxon';
import type { FilteredRow, RandomFilter } from './random-filters.ts';

/** Whether a row passes a filter, by the rules of its operator, one value at a time. */
export function passes(row: FilteredRow, filter: RandomFilter, zone: string): boolean {
  if ('and' in filter) return present(filter.and).every((part) => passes(row, part, zone));
  if ('or' in filter) return present(filter.or).some((part) => passes(row, part, zone));
  // The members are the columns of the row.
  const found = row[filter.member.split('.')[1] as keyof FilteredRow];
  return passesOperator(found, filter.operator, filter.values ?? [], zone);
}

/** Empty groups are as if they were not there, and so are groups of nothing else. */
export function present(filters: readonly RandomFilter[]): RandomFilter[] {
  return filters.filter((filter) => {
    if ('and' in filter) return present(filter.and).length > 0;
    return 'or' in filter ? present(filter.or).length > 0 : true;
  });
}

type Value = FilteredRow[keyof FilteredRow];

function passesOperator(
  found: Value,
  operator: string,
  values: readonly (string | null)[],
  zone: string,
): boolean {
  const isAmong = values.some((value) => isEqual(found, value));
  const negated = /^not([A-Z]\w+)$/.exec(operator)?.[1];
  switch (operator) {
    case 'set':
      return found !== null;
    case 'notSet':
      return found === null;
    case 'equals':
    case 'in':
      return isAmong;
    case 'notEquals':
    case 'notIn':
      // Null stays in unless it is named.
      return !isAmong && !(found === null && values.includes(null));
    case 'notContains':
    case 'notStartsWith':
    case 'notEndsWith':
      return !matches(found, `${negated?.charAt(0).toLowerCase()}${negated?.slice(1)}`, values);
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return matches(found, operator, values);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return found !== null && isOrdered(operator, found, toComparable(found, values[0] ?? ''));
    default:
      return found !== null && passesDate(Number(found), operator, values, zone);
  }
}

function isEqual(found: Value, value: string | null): boolean {
  if (found === null || value === null) return found === value;
  return found === toComparable(found, value);
}

function toComparable(found: NonNullable<Value>, value: string): NonNullable<Value> {
  if (typeof found === 'number') return Number(value);
  return typeof found === 'boolean' ? value === 'true' || value === '1' : value;
}

/** Whatever the case; null only where it is named. */
function matches(found: Value, operator: string, values: readonly (string | null)[]): boolean {
  if (found === null) return values.includes(null);
  const text = String(found).toLowerCase();
  return values.some((value) => {
    if (value === null) return false;
    const part = value.toLowerCase();
    if (operator === 'contains') return text.includes(part);
    return operator === 'startsWith' ? text.startsWith(part) : text.endsWith(part);
  });
}

function isOrdered(operator: string, left: NonNullable<Value>, right: NonNullable<Value>): boolean {
  if (operator === 'gt') return left > right;
  if (operator === 'gte') return left >= right;
  return operator === 'lt' ? left < right : left <= right;
}

function passesDate(
  found: number,
  operator: string,
  values: readonly (string | null)[],
  zone: string,
): boolean {
  const [first = '', second = first] = values.map(String);
  const isFrom = isAtLeast(found, startOf(first), zone, 'start');
  const isWithin = isFrom && !isAtLeast(found, endOf(second), zone, 'end', 1);
  // With milliseconds it is all of the one that is written.
  const isBehind = isAtLeast(found, startOf(first), zone, 'start', first.includes('.') ? 1 : TICK);
  const answers: Record<string, boolean> = {
    inDateRange: isWithin,
    onTheDate: isWithin,
    notInDateRange: !isWithin,
    beforeDate: !isFrom,
    beforeOrOnDate: !isBehind,
    afterDate: isBehind,
    afterOrOnDate: isFrom,
  };
  return answers[operator] === true;
}

/** The least that two moments lie apart, in milliseconds. */
const TICK = 0.25;

function startOf(text: string): string {
  return text.length === 10 ? `${text}T00:00:00.000` : text;
}

function endOf(text: string): string {
  return text.length === 10 ? `${text}T23:59:59.999` : text;
}

/**
 * Whether a moment is not before a date, or what is so much later. A date that comes twice is the first as a start, the
 * second as an end; one that the clocks skip has its place between those that they show.
 */
function isAtLeast(moment: number, text: string, zone: string, side: 'start' | 'end', later = 0): boolean {
  const parsed = DateTime.fromISO(text, { zone });
  if (/(Z|[+-]\d{2}:\d{2})$/.test(text)) return moment >= parsed.toMillis() + later;
  const wallClock = (at: DateTime) => at.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS");
  const written = wallClock(DateTime.fromISO(text, { zone: 'UTC' }));
  const instants = parsed
    .getPossibleOffsets()
    .filter((at) => wallClock(at) === written)
    .map((at) => at.toMillis());
  if (instants.length > 0)
    return moment >= (side === 'start' ? Math.min(...instants) : Math.max(...instants)) + later;
  return wallClock(DateTime.fromMillis(Math.floor(moment), { zone })) >= written;
}
