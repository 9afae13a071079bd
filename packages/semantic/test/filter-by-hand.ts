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
  const [start, end] = [instantOf(first, zone, 'start'), instantOf(second, zone, 'end')];
  const answers: Record<string, boolean> = {
    inDateRange: found >= start && found <= end,
    onTheDate: found >= start && found <= end,
    notInDateRange: found < start || found > end,
    beforeDate: found < start,
    beforeOrOnDate: found <= start,
    afterDate: found > start,
    afterOrOnDate: found >= start,
  };
  return answers[operator] === true;
}

/** A date is its first or last moment; an hour that comes twice begins with the first and ends with the second. */
function instantOf(text: string, zone: string, side: 'start' | 'end'): number {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const parsed = DateTime.fromISO(isDate && side === 'end' ? `${text}T23:59:59.999` : text, { zone });
  if (/Z|[+-]\d{2}:\d{2}$/.test(text)) return parsed.toMillis();
  const instants = parsed.getPossibleOffsets().map((moment) => moment.toMillis());
  return side === 'start' ? Math.min(...instants) : Math.max(...instants);
}
