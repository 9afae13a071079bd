import type { TableCondition } from '@oriel/contract';
import { sizeOf } from '../results/large-numbers.ts';
import type { Cell } from '../results/query-result.ts';

/** Whether a condition holds of a value. A day is compared with the days of times. */
export function holds({ operator, value: wanted }: TableCondition, value: Cell | undefined): boolean {
  const isNull = value === null || value === undefined;
  if (operator === 'is_null') return isNull;
  if (operator === 'is_not_null') return !isNull;
  if (isNull) return operator === 'not_equals' || operator === 'not_contains';
  if (Array.isArray(wanted)) {
    const [low = NaN, high = NaN] = wanted;
    return operator === 'between' && Number(value) >= low && Number(value) <= high;
  }
  if (wanted === undefined) return false;
  const order = compareWith(value, wanted);
  const [text, part] = [String(value).toLowerCase(), String(wanted).toLowerCase()];
  switch (operator) {
    case 'equals':
      return order === 0;
    case 'not_equals':
      return order !== 0;
    case 'greater_than':
      return order > 0;
    case 'greater_than_or_equal':
      return order >= 0;
    case 'less_than':
      return order < 0;
    case 'less_than_or_equal':
      return order <= 0;
    case 'contains':
      return text.includes(part);
    case 'not_contains':
      return !text.includes(part);
    case 'starts_with':
      return text.startsWith(part);
    case 'ends_with':
      return text.endsWith(part);
    case 'between':
      return false;
    default:
      operator satisfies never;
      return false;
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Below 0 where the value is less; NaN, of which nothing holds, where a number meets what is none. */
function compareWith(value: string | number | boolean, wanted: string | number | boolean): number {
  if (value === wanted) return 0;
  const size = sizeOf(value);
  if (size !== undefined) return wanted === '' ? Number.NaN : size - Number(wanted);
  const text = String(wanted);
  const own = DAY.test(text) ? String(value).slice(0, text.length) : String(value);
  return own === text ? 0 : own < text ? -1 : 1;
}
