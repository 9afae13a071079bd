import { messageLimits } from './limits.ts';

/** True for an object literal, also one from another window; false for lists, dates, maps and class instances. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** An object's own field as data: undefined for an absent field, an inherited one, and a getter (which is not run). */
export function ownField(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

/**
 * Why the value exceeds the bounds of a message, or undefined when it keeps them. The walk ends at the bound,
 * so that a huge or cyclic value costs no more than a permitted one.
 */
export function findExcess(value: unknown): string | undefined {
  return spend(value, 0, { chars: messageLimits.maxChars, values: messageLimits.maxValues });
}

interface Budget {
  chars: number;
  values: number;
}

function spend(value: unknown, depth: number, budget: Budget): string | undefined {
  if (--budget.values < 0) return `it holds more than ${messageLimits.maxValues} values`;
  if (typeof value === 'string') return spendText(value, budget);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === messageLimits.maxDepth) return `it is nested more than ${messageLimits.maxDepth} deep`;
  if (Array.isArray(value)) return spendList(value, depth, budget);
  // Buffers and maps are no plain data and are refused later; walking a big one would cost more than that.
  return isPlainObject(value) ? spendObject(value, depth, budget) : undefined;
}

function spendList(list: readonly unknown[], depth: number, budget: Budget): string | undefined {
  for (const item of list) {
    const excess = spend(item, depth + 1, budget);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

function spendObject(object: object, depth: number, budget: Budget): string | undefined {
  for (const name in object) {
    const excess = spendText(name, budget) ?? spend(ownField(object, name), depth + 1, budget);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

function spendText(text: string, budget: Budget): string | undefined {
  budget.chars -= text.length;
  return budget.chars < 0 ? `it holds more than ${messageLimits.maxChars} characters` : undefined;
}

/** What JSON can say. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/**
 * A copy of the value as plain data, or undefined when it holds anything that JSON cannot say (dates, maps,
 * functions, NaN). The value must have passed {@link findExcess}.
 */
export function copyPlain(value: unknown): PlainValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) return copyList(value);
  return isPlainObject(value) ? copyObject(value) : undefined;
}

function copyList(list: readonly unknown[]): PlainValue[] | undefined {
  const copies = list.map(copyPlain);
  return copies.every((copy) => copy !== undefined) ? copies : undefined;
}

function copyObject(object: object): PlainValue | undefined {
  const copies: [string, PlainValue][] = [];
  for (const name of Object.keys(object)) {
    const value = ownField(object, name);
    if (value === undefined) continue; // absent, as in JSON
    const copy = copyPlain(value);
    if (copy === undefined) return undefined;
    copies.push([name, copy]);
  }
  // fromEntries defines fields instead of assigning them: a field named __proto__ stays a field.
  return Object.fromEntries(copies);
}
