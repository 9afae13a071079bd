import { areEqual, compareValues } from './values/compare-values.ts';
import { contains } from './filters/template-tests.ts';
import {
  boolean,
  float,
  integer,
  isDefined,
  isEmpty,
  isList,
  isNumber,
  list,
  text,
  textOf,
} from './values/template-values.ts';
import type { JinjaValue } from './values/jinja-library.ts';
import { checkListLength, checkTextLength } from './values/template-limits.ts';

type Operator = (left: JinjaValue, right: JinjaValue) => JinjaValue | undefined;

/**
 * Applies the operators that the library does not know, or knows of numbers alone: equality and membership by what
 * lists and objects hold, the order of texts and lists, repetition, the remainder of Python. For others undefined, and
 * then the library's is right.
 *
 * @throws a sentence for the author
 */
export function operate(operator: string, left: JinjaValue, right: JinjaValue): JinjaValue | undefined {
  return OPERATORS[operator]?.(left, right);
}

/** What is not there is in no list. */
const isIn = (left: JinjaValue, right: JinjaValue) => isDefined(left) && contains(right, left);

const ordered =
  (holds: (order: number) => boolean): Operator =>
  (left, right) =>
    hasOrder(left, right) ? boolean(holds(compareValues(left, right, true))) : undefined;

const hasOrder = (left: JinjaValue, right: JinjaValue) =>
  (typeof left.value === 'string' && typeof right.value === 'string') || (isList(left) && isList(right));

const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': (left, right) => boolean(areEqual(left, right)),
  '!=': (left, right) => boolean(!areEqual(left, right)),
  in: (left, right) => boolean(isIn(left, right)),
  'not in': (left, right) => boolean(!isIn(left, right)),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  '~': (left, right) => (isEmpty(left) || isEmpty(right) ? undefined : text(textOf(left) + textOf(right))),
  '*': (left, right) => repeat(left, right) ?? repeat(right, left),
  '/': checkDivisor,
  '//': checkDivisor,
  '%'(left, right) {
    if (!isNumber(left) || !isNumber(right)) return undefined;
    checkDivisor(left, right);
    const remainder = left.value % right.value;
    // It has the sign of the divisor.
    const result = remainder * right.value < 0 ? remainder + right.value : remainder;
    return left.type === 'IntegerValue' && right.type === 'IntegerValue' ? integer(result) : float(result);
  },
};

function checkDivisor(left: JinjaValue, right: JinjaValue): undefined {
  if (isNumber(left) && right.value === 0) throw new Error('it divides by zero');
}

function repeat(repeated: JinjaValue, times: JinjaValue): JinjaValue | undefined {
  if (times.type !== 'IntegerValue' || !isNumber(times)) return undefined;
  const count = Math.max(0, times.value);
  if (isList(repeated)) {
    checkListLength(repeated.value.length * count);
    return list(Array.from({ length: count }, () => repeated.value).flat());
  }
  if (typeof repeated.value !== 'string') return undefined;
  checkTextLength(repeated.value.length * count);
  return text(repeated.value.repeat(count));
}
