/** The operators of filters: whether they take values, and what kind of thing they compare. */
export const filterOperators = {
  equals: 'values',
  notEquals: 'values',
  in: 'values',
  notIn: 'values',
  contains: 'values',
  notContains: 'values',
  startsWith: 'values',
  notStartsWith: 'values',
  endsWith: 'values',
  notEndsWith: 'values',
  gt: 'values',
  gte: 'values',
  lt: 'values',
  lte: 'values',
  set: 'none',
  notSet: 'none',
  measureFilter: 'none',
  inDateRange: 'dates',
  notInDateRange: 'dates',
  onTheDate: 'dates',
  beforeDate: 'dates',
  beforeOrOnDate: 'dates',
  afterDate: 'dates',
  afterOrOnDate: 'dates',
} as const satisfies Record<string, 'values' | 'dates' | 'none'>;

/** A key of {@link filterOperators}. */
export type FilterOperator = keyof typeof filterOperators;

/** Whether a text is an operator, in its exact spelling. */
export function isFilterOperator(text: string): text is FilterOperator {
  return Object.hasOwn(filterOperators, text);
}
