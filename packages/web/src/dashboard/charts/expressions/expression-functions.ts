import { ascending } from 'vega';

/*
 * What expressions call and compute with besides the functions that Vega's own runtime has (`scale`, `format`, `vlSelectionTest`, …): the
 * language of https://vega.github.io/vega/docs/expressions/.
 */

type AnyFunction = (...args: never[]) => unknown;

/** A list without what every object inherits, so that no name leads there. */
const bare = <Value>(list: Record<string, Value>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as object, list);

export const constants = bare<unknown>({
  NaN: Number.NaN,
  E: Math.E,
  LN2: Math.LN2,
  LN10: Math.LN10,
  LOG2E: Math.LOG2E,
  LOG10E: Math.LOG10E,
  PI: Math.PI,
  SQRT1_2: Math.SQRT1_2,
  SQRT2: Math.SQRT2,
  MIN_VALUE: Number.MIN_VALUE,
  MAX_VALUE: Number.MAX_VALUE,
});

type Binary = (a: never, b: never) => unknown;

export const binaryOperators = bare<Binary>({
  '*': (a: number, b: number) => a * b,
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
  '>': (a: number, b: number) => a > b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>=': (a: number, b: number) => a >= b,
  // oxlint-disable-next-line eslint/eqeqeq -- what the language says
  '==': (a: unknown, b: unknown) => a == b,
  // oxlint-disable-next-line eslint/eqeqeq -- what the language says
  '!=': (a: unknown, b: unknown) => a != b,
  '===': (a: unknown, b: unknown) => a === b,
  '!==': (a: unknown, b: unknown) => a !== b,
  '&': (a: number, b: number) => a & b,
  '|': (a: number, b: number) => a | b,
  '^': (a: number, b: number) => a ^ b,
  '<<': (a: number, b: number) => a << b,
  '>>': (a: number, b: number) => a >> b,
  '>>>': (a: number, b: number) => a >>> b,
});

export const unaryOperators = bare<(a: never) => unknown>({
  '+': (a: unknown) => Number(a),
  '-': (a: number) => -a,
  '~': (a: number) => ~a,
  '!': (a: unknown) => !a,
});

/** Calls the method of a text or a list. */
const method =
  (name: string) =>
  (of: Record<string, (...args: unknown[]) => unknown>, ...args: unknown[]): unknown =>
    of[name]?.(...args);

/** Calls the method of a text, whatever the value is. */
const textMethod = (name: string) => {
  const call = method(name);
  return (value: unknown, ...args: unknown[]): unknown => call(String(value) as never, ...args);
};

type Comparable = Parameters<typeof ascending>[0];
type Time = Date | number | string;
const part =
  (read: (date: Date) => number) =>
  (time: Time): number =>
    read(new Date(time));

export const functions = bare<AnyFunction>({
  isNaN: Number.isNaN,
  isFinite: Number.isFinite,
  ...mathFunctions(),
  clamp: (value: number, low: number, high: number) => Math.max(low, Math.min(high, value)),
  utc: Date.UTC,
  utcdate: part((date) => date.getUTCDate()),
  utcday: part((date) => date.getUTCDay()),
  utcyear: part((date) => date.getUTCFullYear()),
  utcmonth: part((date) => date.getUTCMonth()),
  utchours: part((date) => date.getUTCHours()),
  utcminutes: part((date) => date.getUTCMinutes()),
  utcseconds: part((date) => date.getUTCSeconds()),
  utcmilliseconds: part((date) => date.getUTCMilliseconds()),
  length: (value: { length: unknown }) => value.length,
  join: method('join'),
  indexof: method('indexOf'),
  lastindexof: method('lastIndexOf'),
  slice: method('slice'),
  reverse: (list: unknown[]) => list.toReversed(),
  sort: (list: Comparable[]) => list.toSorted(ascending),
  parseFloat: (text: string) => Number.parseFloat(text),
  parseInt: (text: string, radix?: number) => Number.parseInt(text, radix),
  upper: textMethod('toUpperCase'),
  lower: textMethod('toLowerCase'),
  substring: textMethod('substring'),
  split: textMethod('split'),
  replace: textMethod('replace'),
  trim: textMethod('trim'),
  btoa: (text: string) => btoa(text),
  atob: (text: string) => atob(text),
  encodeURIComponent: (text: string) => encodeURIComponent(text),
  regexp: (pattern: string, flags?: string) => new RegExp(pattern, flags),
  test: (pattern: string | RegExp, text: string) => new RegExp(pattern).test(text),
});

function mathFunctions(): Record<string, AnyFunction> {
  const names = 'abs acos asin atan atan2 ceil cos exp floor hypot log max min pow random round sin sqrt tan';
  return Object.fromEntries(
    names.split(' ').map((name) => [name, Math[name as 'abs' | 'pow' | 'random'] as AnyFunction]),
  );
}
