import { areEqual, compareValues } from '../values/compare-values.ts';
import type { CallArguments } from './filter.ts';
import { isDefined, isList, isMapping, isNumber, itemsOf, textOf } from '../values/template-values.ts';
import type { JinjaValue } from '../values/jinja-library.ts';

/** @throws a sentence for the author where there is no answer */
type TemplateTest = (operand: JinjaValue, args: CallArguments) => boolean;

const ofType =
  (...types: readonly string[]): TemplateTest =>
  ({ type }) =>
    types.includes(type);

const isText = ofType('StringValue');

/** A test that takes one argument. */
const against =
  (holds: (operand: JinjaValue, other: JinjaValue) => boolean): TemplateTest =>
  (operand, { positional: [other] }) => {
    if (!other) throw new Error('it takes an argument');
    return holds(operand, other);
  };

const ordered = (holds: (order: number) => boolean) =>
  against((operand, other) => holds(compareValues(operand, other, true)));

const remainder = ({ value }: JinjaValue, by: unknown): number => {
  if (typeof value !== 'number' || typeof by !== 'number') throw new Error('it takes numbers alone');
  return value % by;
};

const isEqual = against(areEqual);
const isUnequal = against((operand, other) => !areEqual(operand, other));
const [isLess, isGreater] = [ordered((order) => order < 0), ordered((order) => order > 0)];
const [isAtMost, isAtLeast] = [ordered((order) => order <= 0), ordered((order) => order >= 0)];

/** Whether a value is in a list, a part of a text, or a name of an object. */
export function contains(container: JinjaValue, item: JinjaValue): boolean {
  if (typeof container.value === 'string')
    return isText(item, NONE) && container.value.includes(textOf(item));
  if (isMapping(container)) return isText(item, NONE) && container.value.has(textOf(item));
  return itemsOf(container).some((other) => areEqual(other, item));
}

const NONE: CallArguments = { positional: [], named: new Map() };

/** What may stand behind `is`, and what `select` and its kind take by name. */
export const TESTS: Readonly<Record<string, TemplateTest>> = {
  defined: isDefined,
  undefined: (operand) => !isDefined(operand),
  none: ofType('NullValue'),
  boolean: ofType('BooleanValue'),
  true: ({ value }) => value === true,
  false: ({ value }) => value === false,
  number: isNumber,
  integer: ofType('IntegerValue'),
  float: ofType('FloatValue'),
  string: isText,
  mapping: isMapping,
  sequence: (operand, args) => isList(operand) || isMapping(operand) || isText(operand, args),
  iterable: (operand, args) => isList(operand) || isMapping(operand) || isText(operand, args),
  callable: ofType('FunctionValue'),
  odd: (operand) => remainder(operand, 2) !== 0,
  even: (operand) => remainder(operand, 2) === 0,
  divisibleby: against((operand, { value }) => remainder(operand, value) === 0),
  lower: (operand) => textOf(operand) === textOf(operand).toLowerCase(),
  upper: (operand) => textOf(operand) === textOf(operand).toUpperCase(),
  startingwith: against((operand, other) => textOf(operand).startsWith(textOf(other))),
  endingwith: against((operand, other) => textOf(operand).endsWith(textOf(other))),
  in: against((operand, other) => contains(other, operand)),
  sameas: against((operand, other) => operand.type === other.type && operand.value === other.value),
  eq: isEqual,
  equalto: isEqual,
  '==': isEqual,
  ne: isUnequal,
  '!=': isUnequal,
  lt: isLess,
  lessthan: isLess,
  '<': isLess,
  le: isAtMost,
  '<=': isAtMost,
  gt: isGreater,
  greaterthan: isGreater,
  '>': isGreater,
  ge: isAtLeast,
  '>=': isAtLeast,
};
