import { tooComplex } from '../query/budget.ts';

/**
 * SQL under construction: text and bound values in order, and fragments of which it is made. Whatever comes from a
 * caller becomes a {@link Bound}; text is made of the model's own SQL and of what a dialect escaped.
 */
export type Fragment = readonly FragmentPart[];

/** Text, a bound value, or SQL within SQL. */
export type FragmentPart = string | Bound | Sourced | Fragment;

/** A value that the statement has a placeholder for. */
interface Bound {
  readonly value: BoundValue;
  /** Whether it is one of {@link PrintedSql.comparedTexts}. */
  readonly isComparedText?: true;
}

/** What a placeholder can stand for. */
export type BoundValue = string | number | boolean | null;

/** A fragment with its provenance: the member or cube that its SQL belongs to. */
interface Sourced {
  readonly source: string;
  readonly fragment: Fragment;
}

/**
 * An entry of a statement's source map: the characters from `from` up to, not including, `to`, counted from 0 as
 * JavaScript counts, are the SQL of `cube.member`, or of the cube for its table and its joins.
 */
export type ProvenanceSpan = readonly [from: number, to: number, name: string];

/** A statement and the values of its placeholders, in their order. */
export interface PrintedSql {
  readonly sql: string;
  readonly params: readonly BoundValue[];
  /**
   * Placeholders, counted from 1, of texts that something of any type is asked to equal. A text that is no value of
   * that type equals nothing, as a null in its place does.
   */
  readonly comparedTexts: readonly number[];
  /** Inner spans come before those that they lie in. */
  readonly provenance: readonly ProvenanceSpan[];
}

/** Puts fragments, and texts that are SQL already, into a template. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Fragment | string)[]): Fragment {
  const out: FragmentPart[] = [strings[0] ?? ''];
  // Counted, for nothing is called more often.
  for (let index = 0; index < parts.length; index += 1)
    out.push(parts[index] ?? '', strings[index + 1] ?? '');
  return out;
}

/** A fragment that is one bound value. */
export function bound(value: BoundValue): Fragment {
  return [{ value }];
}

/** A bound text, of which a condition says as much for false as for null. */
export function comparedText(value: string): Fragment {
  return [{ value, isComparedText: true }];
}

/** Marks the SQL of a member or a cube, for the source map of the statement. */
export function withProvenance(name: string, fragment: Fragment): Fragment {
  return [{ source: name, fragment }];
}

/** Fragments one after another, with a text between them. */
export function join(fragments: readonly Fragment[], separator: string): Fragment {
  const out: FragmentPart[] = [];
  for (const fragment of fragments) {
    if (out.length > 0) out.push(separator);
    out.push(fragment);
  }
  return out;
}

/** The bound value that a fragment is, where it is nothing else. */
export function boundOf([part, ...more]: Fragment): Bound | undefined {
  return typeof part === 'object' && 'value' in part && more.length === 0 ? part : undefined;
}

/**
 * The text of a fragment without bound values; undefined where it has some, or is longer than `maxLength` characters.
 */
export function textOf(fragment: Fragment, maxLength: number): string | undefined {
  let text = '';
  for (const part of fragment) {
    const own = partText(part, maxLength - text.length);
    if (own === undefined || own.length > maxLength - text.length) return undefined;
    text += own;
  }
  return text;
}

function partText(part: FragmentPart, maxLength: number): string | undefined {
  if (typeof part === 'string') return part;
  if ('value' in part) return undefined;
  return textOf('source' in part ? part.fragment : part, maxLength);
}

/** No query comes near: one with ten thousand values has half a million characters. */
const MAX_SQL_LENGTH = 5_000_000;

/**
 * The text, with a placeholder for each bound value, and the values in the order of their placeholders.
 *
 * @throws QueryError `too_complex` for a text beyond all measure
 */
export function print(fragment: Fragment, placeholder: (position: number) => string): PrintedSql {
  const params: BoundValue[] = [];
  const comparedTexts: number[] = [];
  const provenance: ProvenanceSpan[] = [];
  let text = '';
  const write = (parts: Fragment): void => {
    if (text.length > MAX_SQL_LENGTH) throw tooComplex();
    for (const part of parts) {
      if (typeof part === 'string') text += part;
      else if ('value' in part) {
        params.push(part.value);
        if (part.isComparedText) comparedTexts.push(params.length);
        text += placeholder(params.length);
      } else if ('source' in part) {
        const from = text.length;
        write(part.fragment);
        provenance.push([from, text.length, part.source]);
      } else write(part);
    }
  };
  write(fragment);
  return { sql: text, params, comparedTexts, provenance };
}
