import { isEmpty, isList, isMapping, textOf } from './template-values.ts';
import type { JinjaValue } from './jinja-library.ts';

/** Whether two values are the same: lists and objects by what they hold, true and one, as in Python, alike. */
export function areEqual(left: JinjaValue, right: JinjaValue): boolean {
  if (isEmpty(left) || isEmpty(right)) return left.type === right.type;
  if (left.value === right.value) return true;
  if (isList(left))
    return (
      isList(right) &&
      left.value.length === right.value.length &&
      left.value.every((item, index) => isSameItem(item, right.value[index]))
    );
  if (isMapping(left))
    return (
      isMapping(right) &&
      left.value.size === right.value.size &&
      [...left.value].every(([name, item]) => isSameItem(item, right.value.get(name)))
    );
  const [a, b] = [numberOf(left), numberOf(right)];
  return a !== undefined && a === b;
}

const isSameItem = (left: JinjaValue, right: JinjaValue | undefined) =>
  right !== undefined && areEqual(left, right);

/** A number, or what true and false count for. */
function numberOf({ value }: JinjaValue): number | undefined {
  return typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : undefined;
}

/**
 * Orders two values: below zero where the first comes first. Lists go by their first entries that differ.
 *
 * @throws where one cannot be compared with the other, such as a number with a text
 */
export function compareValues(left: JinjaValue, right: JinjaValue, isCaseSensitive: boolean): number {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return a - b;
  if (typeof left.value === 'string' && typeof right.value === 'string') {
    const fold = (value: string) => (isCaseSensitive ? value : value.toLowerCase());
    return compareTexts(fold(left.value), fold(right.value));
  }
  if (isList(left) && isList(right)) {
    for (const [index, item] of left.value.entries()) {
      const other = right.value[index];
      const order = other ? compareValues(item, other, isCaseSensitive) : 1;
      if (order !== 0) return order;
    }
    return left.value.length - right.value.length;
  }
  if (isEmpty(left) && isEmpty(right)) return 0;
  const names = [left, right].map((value) => textOf(value) || 'nothing');
  throw new Error(`${names.join(' and ')} have no order`);
}

const compareTexts = (left: string, right: string) => (left < right ? -1 : Number(left > right));

/** A name that equal values share, for looking them up; texts by their small letters unless case counts. */
export function keyOf(value: JinjaValue, isCaseSensitive: boolean): string {
  const number = numberOf(value);
  if (number !== undefined) return `n${number}`;
  const key = textOf(value);
  return `${value.type} ${isCaseSensitive ? key : key.toLowerCase()}`;
}
