import type { ReportSnapshot } from '@oriel/contract';
import { withFeatures } from '@oriel/contract/report-features';
import { applyFields, fieldsOf } from './apply-fields.ts';
import { applyGrains } from './apply-grains.ts';
import {
  calendarOperator,
  calendarRange,
  canonicalOperator,
  comparison,
  isDay,
} from '../controls/filter-operators.ts';
import type {
  ControlMapping,
  ControlSettings,
  FilterSetting,
  FilterValue,
  Query,
} from '../controls/control-settings.ts';

type QuerySnapshot = Pick<ReportSnapshot, 'jsonQuery' | 'periodComparisons' | 'fillMissingRows'>;

/** The query of a report's snapshot, with the features of the report; undefined where it has none that can be read. */
export function queryOf(snapshot: QuerySnapshot): Query | undefined {
  try {
    return snapshot.jsonQuery ? withFeatures(JSON.parse(snapshot.jsonQuery) as Query, snapshot) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The query with what the controls say. A field switcher replaces a member, as `withReportNames` expects; a filter acts
 * on every chart of its member's view; a granularity on every chart that cuts its member.
 */
export function applyControls(report: Query, settings: ControlSettings, mapping: ControlMapping): Query {
  const query = applyFields(report, fieldsOf(report, settings.fields, mapping));
  const view = viewOf(query);
  const filters = settings.filters.flatMap((filter) => {
    const mapped = mapping?.[filter.widgetId];
    const member = mapped ? mapped.member : filter.member;
    if (mapped === false || member.split('.')[0] !== view) return [];
    return toQueryFilter(member, filter) ?? [];
  });
  const cut = applyGrains(query, settings.grains, mapping);
  return {
    ...cut,
    ...(filters.length > 0 && { filters: [...(query.filters ?? []), ...filters] }),
    ...(settings.timezone !== undefined && { timezone: settings.timezone }),
  };
}

/** The view of a query: that of its first member. */
export function viewOf(query: Query): string | undefined {
  const [member] = [
    ...(query.measures ?? []),
    ...(query.dimensions ?? []),
    ...(query.timeDimensions ?? []).map(({ dimension }) => dimension),
  ];
  return member?.split('.')[0];
}

const operators: Record<string, string> = {
  equals: 'equals',
  not_equals: 'notEquals',
  contains: 'contains',
  not_contains: 'notContains',
  starts_with: 'startsWith',
  not_starts_with: 'notStartsWith',
  ends_with: 'endsWith',
  not_ends_with: 'notEndsWith',
};

const testsWithoutValue: Record<string, object> = {
  is_null: { operator: 'notSet' },
  is_not_null: { operator: 'set' },
  is_empty: { operator: 'equals', values: [''] },
  is_not_empty: { operator: 'notEquals', values: [''] },
};

/** Whether a filter with this operator sets something without a value. */
export function isTestWithoutValue(operator: string): boolean {
  return Object.hasOwn(testsWithoutValue, canonicalOperator(operator));
}

/** Whether what a filter means depends on the type of its member: a day is a text as well as many moments. */
export function needsType({ operator, value }: Pick<FilterSetting, 'operator' | 'value'>): boolean {
  const values = isList(value) ? value : [value];
  return /^(not_)?equals$/.test(canonicalOperator(operator)) && values.some(isDay);
}

/** Whether a filter leaves rows out; one without a value does not. */
export const isRestricting = (filter: FilterSetting): boolean =>
  toQueryFilter(filter.member, filter) !== undefined;

function toQueryFilter(member: string, filter: FilterSetting): object | undefined {
  const { value } = filter;
  const operator = canonicalOperator(filter.operator);
  if (isTestWithoutValue(operator)) return { member, ...testsWithoutValue[operator] };
  if (operator === 'between' && isList(value) && value.length === 2) return toRange(member, value);
  const values = valuesOf(value, operator);
  if (values.length === 0) return undefined;
  // A text alone is a period such as `last 7 days`, which the query API counts from its own now.
  if (operator === 'between') return { member, operator: 'inDateRange', values: values.map(String) };
  const calendar = calendarOperator(operator);
  if (calendar) {
    const ranges = values.map((value) => calendarRange(String(value), calendar.unit));
    return toRanges(member, calendar.isNot, ranges);
  }
  if (filter.isTime && needsType(filter))
    return toRanges(
      member,
      operator === 'not_equals',
      values.map((day) => [String(day)]),
    );
  const compared = comparison(operator, String(values[0]));
  if (compared) return { member, ...compared };
  const known = operators[operator];
  if (known === undefined) return undefined;
  return { member, operator: known, values: values.map(String) };
}

/**
 * The values that a filter asks for. The empty text alone is none, as of a field that was cleared; in a list it is one
 * of them.
 */
function valuesOf(value: FilterValue, operator: string): (string | number | boolean)[] {
  const keepsEmpty = isList(value) && operator !== 'between';
  return (isList(value) ? value : [value])
    .filter((item) => item !== null)
    .filter((item) => keepsEmpty || item !== '');
}

const isList = (value: FilterValue): value is readonly (string | number | boolean)[] => Array.isArray(value);

/**
 * Between two numbers, both included, or from the beginning of one day to the end of another. An end that is null or an
 * empty text is open.
 */
function toRange(
  member: string,
  [from, to]: readonly (string | number | boolean | null)[],
): object | undefined {
  const isOpen = (end: unknown) => end === null || end === undefined || end === '';
  const least = { member, operator: 'gte', values: [String(from)] };
  const most = { member, ...comparison('less_than_or_equal', String(to)) };
  if (isOpen(from)) return isOpen(to) ? undefined : most;
  if (isOpen(to)) return least;
  if (typeof from === 'string') return { member, operator: 'inDateRange', values: [from, String(to)] };
  return { and: [least, most] };
}

/** In one of the ranges of days, or in none of them; what has no time is in none, too. */
function toRanges(member: string, isNot: boolean, ranges: readonly (readonly string[])[]): object {
  const conditions = ranges.map((values) => ({
    member,
    operator: isNot ? 'notInDateRange' : 'inDateRange',
    values,
  }));
  if (isNot) return { or: [{ and: conditions }, { member, operator: 'notSet' }] };
  const [only] = conditions;
  return conditions.length === 1 && only ? only : { or: conditions };
}
