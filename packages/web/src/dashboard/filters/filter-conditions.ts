import { isTestWithoutValue } from '@oriel/dashboard/chart-query';
import { calendarOperator } from '@oriel/dashboard/filter-operators';
import type { ControlState } from '@oriel/dashboard/control-states';
import { DEFAULT_PERIOD, periodText } from './relative-period.ts';
import { presetOf } from './time-presets.ts';

/** The type of a member, as far as filters tell them apart. */
export type MemberType = 'string' | 'number' | 'time' | 'boolean';

/** What a condition takes: values picked from a list, a text, one value, two, a period counted from now, or nothing. */
type ConditionInput = 'values' | 'text' | 'one' | 'range' | 'period' | 'none';

/** The condition that the API knows as `between` with a text such as `last 7 days`. */
export const IN_PERIOD = 'in_period';

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
  time: ['equals', 'not_equals', IN_PERIOD, 'between', ...COMPARISONS, ...NULL_TESTS],
  boolean: ['equals', ...NULL_TESTS],
};

/** The conditions that a viewer may choose for a member; the one that its author chose is always among them. */
export function conditionsFor(type: MemberType | undefined, chosen: string): readonly string[] {
  const offered = type ? conditionsByType[type] : [];
  return offered.includes(chosen) ? offered : [chosen, ...offered];
}

/** What a control asks, as a condition that its viewer may choose. */
export function conditionOf({ operator, value }: ControlState): string {
  const isPeriod = typeof value === 'string' || presetOf(value) !== undefined;
  return operator === 'between' && isPeriod ? IN_PERIOD : operator;
}

/** A control with another condition; it keeps its value only where that takes one of the same form. */
export function withCondition(
  state: ControlState,
  condition: string,
  type: MemberType | undefined,
): ControlState {
  if (condition === IN_PERIOD) return { operator: 'between', value: periodText(DEFAULT_PERIOD) };
  const isSameInput = inputFor(conditionOf(state), type) === inputFor(condition, type);
  return { operator: condition, value: isSameInput ? state.value : null };
}

/** A moment is seldom met exactly, so that a time is asked for by its day. */
export function inputFor(condition: string, type: MemberType | undefined): ConditionInput {
  if (isTestWithoutValue(condition)) return 'none';
  if (condition === IN_PERIOD) return 'period';
  if (condition === 'between') return 'range';
  if (calendarOperator(condition)) return 'one';
  if (COMPARISONS.includes(condition)) return 'one';
  if (/contains|starts_with|ends_with/.test(condition)) return 'text';
  return type === 'time' ? 'one' : 'values';
}

/** The type that a value suggests, as long as the model has not said it. */
export function typeOfValue(value: unknown): MemberType {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  // One end of a range may be open.
  const first = values.find((item) => item !== '');
  if (typeof first === 'number') return 'number';
  if (typeof first === 'boolean') return 'boolean';
  return typeof first === 'string' && /^\d{4}-\d{2}-\d{2}/.test(first) ? 'time' : 'string';
}
