import { canonicalOperator, isDay } from './filter-operators.ts';
import type { FilterValue } from './control-settings.ts';

/**
 * One condition on one member, as controls write them:
 * `{ member: 'o.amount', operator: 'greater_than', value: ['5'] }`.
 */
interface AppliedCondition {
  readonly member: string;
  /** In snake case; `not_between` is that of a range of time that is left out. */
  readonly operator: string;
  readonly value: FilterValue;
}

/** What a query leaves out: a condition, a segment of the model, or several of them together. */
export type AppliedFilter =
  | AppliedCondition
  | { readonly segment: string }
  | { readonly any: readonly AppliedFilter[] }
  | { readonly all: readonly AppliedFilter[] };

/** The parts of a query that leave rows out. */
interface FilteredQuery {
  readonly timeDimensions?: readonly { readonly dimension: string; readonly dateRange?: unknown }[];
  readonly filters?: readonly unknown[];
  readonly segments?: readonly unknown[];
}

/**
 * What a query asks of its rows, all of it together: its ranges of time, its filters, its segments. What it does not
 * state well is left out.
 */
export function appliedFilters({
  timeDimensions = [],
  filters = [],
  segments = [],
}: FilteredQuery): AppliedFilter[] {
  return [
    ...timeDimensions.flatMap(({ dimension, dateRange }) => rangeOf(dimension, listOf(dateRange))),
    ...filters.flatMap(readFilter).flatMap((filter) => ('all' in filter ? filter.all : [filter])),
    ...segments.flatMap((segment) => (typeof segment === 'string' ? [{ segment }] : [])),
  ];
}

function readFilter(filter: unknown): AppliedFilter[] {
  if (typeof filter !== 'object' || filter === null) return [];
  const { and, or, member, dimension, operator, values } = filter as Record<string, unknown>;
  if (Array.isArray(or)) return joined('any', or.flatMap(readFilter));
  if (Array.isArray(and)) {
    const parts = and.flatMap(readFilter);
    return between(parts) ?? joined('all', parts);
  }
  const name = member ?? dimension;
  if (typeof name !== 'string' || typeof operator !== 'string') return [];
  return readCondition(name, operator, listOf(values));
}

function joined(how: 'any' | 'all', parts: readonly AppliedFilter[]): AppliedFilter[] {
  if (parts.length < 2) return [...parts];
  return [how === 'any' ? { any: parts } : { all: parts }];
}

function readCondition(member: string, operator: string, values: readonly unknown[]): AppliedFilter[] {
  if (operator === 'inDateRange' || operator === 'onTheDate') return rangeOf(member, values);
  const known = values.filter(isValue);
  if (operator === 'notInDateRange')
    return [{ member, operator: known.length < 2 ? 'not_equals' : 'not_between', value: known }];
  const name = canonicalOperator(operator);
  if (name === 'is_null' || name === 'is_not_null') return [{ member, operator: name, value: null }];
  return known.length === 0 ? [] : [{ member, operator: name, value: known }];
}

/** A range of time: two ends, one day, or a text such as `last 7 days`. */
function rangeOf(member: string, values: readonly unknown[]): AppliedCondition[] {
  const [from, to = from] = values.filter(isValue);
  if (from === undefined || to === undefined) return [];
  if (from !== to) return [{ member, operator: 'between', value: [from, to] }];
  if (isDay(from)) return [{ member, operator: 'equals', value: [from] }];
  return [{ member, operator: 'between', value: from }];
}

/** At least one number and at most another is one condition. */
function between(parts: readonly AppliedFilter[]): AppliedFilter[] | undefined {
  const [least, most] = parts;
  if (parts.length !== 2 || !least || !most || !('member' in least && 'member' in most)) return undefined;
  const isRange =
    least.member === most.member &&
    least.operator === 'greater_than_or_equal' &&
    most.operator === 'less_than_or_equal';
  if (!isRange) return undefined;
  return [{ member: least.member, operator: 'between', value: [...valuesOf(least), ...valuesOf(most)] }];
}

const valuesOf = ({ value }: AppliedCondition) => listOf(value).filter(isValue);

const listOf = (values: unknown): readonly unknown[] =>
  Array.isArray(values) ? values : values === undefined ? [] : [values];

const isValue = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
