import { copyPlain, isPlainObject, ownField, type PlainValue } from './plain-data.ts';

/** Reads one untrusted value: returns a clean copy, or throws a {@link Misfit} that names the place and the rule. */
export interface Check<T> {
  read(value: unknown, place: string): T;
}

/** A check of a field that may be absent. */
export interface OptionalCheck<T> extends Check<T | undefined> {
  readonly optional: true;
}

/** What a check returns. */
export type Checked<C> = C extends Check<infer T> ? T : never;

/** A value that does not fit its check. Its message is a sentence for the developer of the other end. */
export class Misfit extends Error {
  override readonly name = 'Misfit';
}

type OptionalNames<S> = { [K in keyof S]: S[K] extends OptionalCheck<unknown> ? K : never }[keyof S];

/** The object that {@link fields} reads. */
export type Fields<S> = { readonly [K in Exclude<keyof S, OptionalNames<S>>]: Checked<S[K]> } & {
  readonly [K in OptionalNames<S>]?: Checked<S[K]>;
};

/** A check of an object, with the checks of its fields. */
export interface FieldsCheck<S> extends Check<Fields<S>> {
  readonly shape: S;
}

/** An object with the given fields. Fields that are not declared are left out of the copy. */
export function fields<S extends Record<string, Check<unknown>>>(shape: S): FieldsCheck<S> {
  return {
    shape,
    read(value, place) {
      if (!isPlainObject(value)) throw new Misfit(`${place} must be an object, not ${show(value)}`);
      const entries = Object.entries(shape).map(
        ([name, check]) => [name, check.read(ownField(value, name), `${place}.${name}`)] as const,
      );
      // Each entry was read by the check of its own name, which is what Fields<S> says.
      return Object.fromEntries(entries.filter((entry) => entry[1] !== undefined)) as Fields<S>;
    },
  };
}

/** The field may be absent. */
export function optional<T>(check: Check<T>): OptionalCheck<T> {
  return {
    optional: true,
    read: (value, place) => (value === undefined ? undefined : check.read(value, place)),
  };
}

/** The value may be null. */
export function nullable<T>(check: Check<T>): Check<T | null> {
  return { read: (value, place) => (value === null ? null : check.read(value, place)) };
}

/** One of the given texts. */
export function oneOf<const V extends readonly string[]>(...values: V): Check<V[number]> {
  return {
    read(value, place) {
      const match = values.find((candidate) => candidate === value);
      if (match === undefined)
        throw new Misfit(`${place} must be one of ${values.join(', ')}, not ${show(value)}`);
      return match;
    },
  };
}

/** A text that satisfies `isValid`; `rule` completes the sentence "… must be". */
export function textThat(rule: string, isValid: (text: string) => boolean): Check<string> {
  return {
    read(value, place) {
      if (typeof value !== 'string' || !isValid(value))
        throw new Misfit(`${place} must be ${rule}, not ${show(value)}`);
      return value;
    },
  };
}

/** Any text, also the empty one. */
export const text = textThat('a text', () => true);

/** A text of at least one character. */
export const filledText = textThat('a text that is not empty', (value) => value !== '');

/** A finite number. */
export const finiteNumber: Check<number> = {
  read(value, place) {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new Misfit(`${place} must be a number, not ${show(value)}`);
    return value;
  },
};

/** true or false. */
export const flag: Check<boolean> = {
  read(value, place) {
    if (typeof value !== 'boolean') throw new Misfit(`${place} must be true or false, not ${show(value)}`);
    return value;
  },
};

/** Anything that JSON can say. */
export const plainValue: Check<PlainValue> = {
  read(value, place) {
    const copy = copyPlain(value);
    if (copy === undefined)
      throw new Misfit(`${place} must be plain data (what JSON can say), not ${show(value)}`);
    return copy;
  },
};

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (value === undefined) return 'absent';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value);
}
