import { isTestWithoutValue } from './chart-query.ts';

/** The type of a member, as far as filters tell them apart. */
export type MemberType = 'string' | 'number' | 'time' | 'boolean';

/** What a condition takes: values picked from a list, a text, one value, two, or nothing. */
export type ConditionInput = 'values' | 'text' | 'one' | 'range' | 'none';

const NULL_TESTS = ['is_null', 'is_not_null'];
const COMPARISONS = ['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal'];
const conditionsByType: Record<MemberType, readonly string[]> = {
  string: [
    'equals',
    'not_equals',
    'contains',
    'not_contains',
    'starts_with',
    'not_starts_with',
    'ends_with',
    'not_ends_with',
    ...NULL_TESTS,
  ],
  number: ['equals', 'not_equals', ...COMPARISONS, 'between', ...NULL_TESTS],
  time: ['between', ...COMPARISONS, ...NULL_TESTS],
  boolean: ['equals', ...NULL_TESTS],
};

/** The conditions that a viewer may choose for a member; the one that its author chose is always among them. */
export function conditionsFor(type: MemberType | undefined, chosen: string): readonly string[] {
  const offered = type ? conditionsByType[type] : [];
  return offered.includes(chosen) ? offered : [chosen, ...offered];
}

export function inputFor(operator: string): ConditionInput {
  if (isTestWithoutValue(operator)) return 'none';
  if (operator === 'between') return 'range';
  if (COMPARISONS.includes(operator)) return 'one';
  return /contains|starts_with|ends_with/.test(operator) ? 'text' : 'values';
}

/** The type that a value suggests, as long as the model has not said it. */
export function typeOfValue(value: unknown): MemberType {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof first === 'number') return 'number';
  if (typeof first === 'boolean') return 'boolean';
  return typeof first === 'string' && /^\d{4}-\d{2}-\d{2}/.test(first) ? 'time' : 'string';
}
