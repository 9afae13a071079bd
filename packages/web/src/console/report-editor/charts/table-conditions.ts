import type { TableCondition } from '@oriel/contract';
import type { ChartColumn } from './chart-column.ts';

type Operator = TableCondition['operator'];

const COMPARISONS = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
] as const;
const TEXTS = ['contains', 'not_contains', 'starts_with', 'ends_with'] as const;
const EMPTINESS = ['is_null', 'is_not_null'] as const;

/** What can be asked of the values of a column. Dimensions may be numbers. */
export function operatorsOf(kind: ChartColumn['kind'] | undefined, chosen: Operator): readonly Operator[] {
  const fitting: readonly Operator[] =
    kind === 'time'
      ? [...COMPARISONS, ...EMPTINESS]
      : kind === 'measure'
        ? [...COMPARISONS, 'between', ...EMPTINESS]
        : [...COMPARISONS, 'between', ...TEXTS, ...EMPTINESS];
  return fitting.includes(chosen) ? fitting : [...fitting, chosen];
}

/** With another operator, which fits the column; a value that it does not take goes. */
export function withConditionOperator(
  condition: TableCondition,
  operator: Operator,
  kind: ChartColumn['kind'] | undefined,
): TableCondition {
  const { value, ...others } = condition;
  const fitting = operatorsOf(kind, 'equals').includes(operator) ? operator : 'equals';
  const takes =
    fitting === 'between'
      ? Array.isArray(value)
      : !Array.isArray(value) && value !== undefined && !EMPTINESS.some((each) => each === fitting);
  return { ...others, operator: fitting, ...(takes && { value }) };
}

/**
 * What is typed as the contract takes it: a number of a measure where it is one. Undefined for nothing, which fits no
 * cell.
 */
export function valueOf(text: string, kind: ChartColumn['kind'] | undefined): string | number | undefined {
  if (text === '') return undefined;
  // What is on its way to a number, as `-` or `1.`, is kept as it is typed.
  const number = Number(text);
  return kind === 'measure' && String(number) === text ? number : text;
}
