import type { JinjaValue } from '../values/jinja-library.ts';
import { isEmpty, isNumber, isTruthy } from '../values/template-values.ts';

/** What stands in the parentheses of a filter or test. */
export interface CallArguments {
  readonly positional: readonly JinjaValue[];
  readonly named: ReadonlyMap<string, JinjaValue>;
}

/** Filters and tests, for those that apply others to what a list holds. */
export interface TemplateCalls {
  filter(name: string, operand: JinjaValue, args: CallArguments): JinjaValue;
  test(name: string, operand: JinjaValue, args: CallArguments): boolean;
}

/** @throws a sentence for the author where it cannot be applied */
export type Filter = (operand: JinjaValue, args: CallArguments, calls: TemplateCalls) => JinjaValue;

/** The arguments of one call by the names that the filter has for them. */
export interface NamedArguments {
  get(name: string): JinjaValue | undefined;
  text(name: string, fallback?: string): string;
  number(name: string, fallback?: number): number;
  isSet(name: string): boolean;
}

/** Makes a filter of a function that knows its arguments by name. */
export function taking(
  names: readonly string[],
  apply: (operand: JinjaValue, args: NamedArguments) => JinjaValue,
): Filter {
  return (operand, args) => apply(operand, nameArguments(names, args));
}

/** @throws where there are more arguments than names, or one of another name, or one is of the wrong type */
export function nameArguments(
  names: readonly string[],
  { positional, named }: CallArguments,
): NamedArguments {
  if (positional.length > names.length) throw new Error(`it takes ${names.length} arguments at most`);
  const unknown = [...named.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`it takes no argument ${unknown}`);
  const get = (name: string) => positional[names.indexOf(name)] ?? named.get(name);
  return {
    get,
    isSet(name) {
      const value = get(name);
      return value !== undefined && isTruthy(value);
    },
    text(name, fallback) {
      const value = get(name)?.value ?? fallback;
      if (typeof value !== 'string') throw new Error(`its argument ${name} must be a text`);
      return value;
    },
    number(name, fallback) {
      const value = get(name);
      if (value && isNumber(value)) return value.value;
      if ((value && !isEmpty(value)) || fallback === undefined)
        throw new Error(`its argument ${name} must be a number`);
      return fallback;
    },
  };
}
