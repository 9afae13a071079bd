import type { DraftCondition, FilterValue } from './query-draft.ts';

/** What a condition takes. */
type ConditionInput = 'values' | 'number' | 'boolean' | 'date' | 'range' | 'none';

const TEXT = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
] as const;
const NULL_TESTS = ['set', 'notSet'] as const;
const LISTS = ['in', 'notIn'] as const;
const COMPARISONS = ['gt', 'gte', 'lt', 'lte'] as const;
const DATES = [
  'inDateRange',
  'notInDateRange',
  'onTheDate',
  'beforeDate',
  'beforeOrOnDate',
  'afterDate',
  'afterOrOnDate',
] as const;

const offered: Readonly<Record<string, readonly string[]>> = {
  string: [...TEXT, ...LISTS, ...NULL_TESTS],
  number: ['equals', 'notEquals', ...COMPARISONS, ...LISTS, ...NULL_TESTS],
  time: [...DATES, ...NULL_TESTS],
  boolean: ['equals', 'notEquals', ...NULL_TESTS],
};

/** What has to be known of the member of a condition. */
export interface ConditionMember {
  readonly kind: 'measure' | 'dimension' | 'segment';
  readonly type: string;
}

/** The operators of the query API that make sense for a member; the chosen one is always among them. */
export function operatorsFor(member: ConditionMember | undefined, chosen?: string): readonly string[] {
  const own = offered[member?.type ?? 'string'] ?? [];
  const all = member?.kind === 'measure' ? [...own, 'measureFilter'] : own;
  return chosen === undefined || all.includes(chosen) ? all : [chosen, ...all];
}

/** What an operator takes for a member. */
export function inputFor(operator: string, type: string | undefined): ConditionInput {
  if (operator === 'set' || operator === 'notSet' || operator === 'measureFilter') return 'none';
  if (operator === 'inDateRange' || operator === 'notInDateRange') return 'range';
  if ((DATES as readonly string[]).includes(operator)) return 'date';
  if ((COMPARISONS as readonly string[]).includes(operator)) return type === 'time' ? 'date' : 'number';
  return type === 'boolean' ? 'boolean' : 'values';
}

/** A condition on a member as it begins: with the first operator, which has no value yet. */
export function newCondition(name: string, member: ConditionMember): DraftCondition {
  const [operator = 'equals'] = operatorsFor(member);
  return { kind: 'condition', member: name, operator, values: member.type === 'boolean' ? ['true'] : [] };
}

/** With another operator; values stay where it takes values of the same form. */
export function withOperator(
  condition: DraftCondition,
  operator: string,
  type: string | undefined,
): DraftCondition {
  const from = inputFor(condition.operator, type);
  const to = inputFor(operator, type);
  if (from === to) return { ...condition, operator };
  return { ...condition, operator, values: to === 'boolean' ? ['true'] : [] };
}

/** Whether a condition can be asked: one without a value that it needs waits until it has one. */
export function isComplete({ operator, values }: DraftCondition): boolean {
  if (inputFor(operator, undefined) === 'none') return true;
  return values.length > 0 && values.every((value) => value !== '');
}

/** The values as texts, as fields have them. */
export const textsOf = (values: readonly FilterValue[]): string[] =>
  values.flatMap((value) => (value === null ? [] : [String(value)]));
