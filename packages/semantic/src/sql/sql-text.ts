import type { BoundValue, ValueType } from '../algebra/algebra.ts';
import { tooComplex } from '../query/budget.ts';

/**
 * SQL under construction: text and bound values in order, and what binds it together. Whatever comes from a caller is a
 * {@link Bound}; text is made of the model's own SQL and of what a dialect escaped.
 */
export interface SqlText {
  readonly binds: Strength;
  readonly parts: readonly SqlPart[];
}

/** Text, a bound value, or SQL within SQL. */
type SqlPart = string | Bound | Sourced | SqlText;

/** A value that the statement has a placeholder for. */
interface Bound {
  readonly value: BoundValue;
  readonly type: ValueType;
  readonly isEquality?: true;
}

/** SQL with its provenance: the member or cube that it belongs to. */
interface Sourced {
  readonly source: string;
  readonly sql: SqlText;
}

/**
 * How strongly the outermost operator of an expression binds, the weakest first. SQL of authors and statements bind
 * weakest. `other` are operators that engines rank differently, such as `||`.
 */
export const strengths = {
  author: 0,
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  other: 5,
  sum: 6,
  product: 7,
  primary: 8,
} as const;

/** One of {@link strengths}. */
type Strength = (typeof strengths)[keyof typeof strengths];

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

type Template = (strings: TemplateStringsArray, ...parts: readonly (SqlText | string)[]) => SqlText;

const binding =
  (binds: Strength): Template =>
  (strings, ...parts) => {
    const out: SqlPart[] = [strings[0] ?? ''];
    // Counted, for nothing is called more often.
    for (let index = 0; index < parts.length; index += 1)
      out.push(parts[index] ?? '', strings[index + 1] ?? '');
    return { binds, parts: out };
  };

/** A whole that no operator beside it takes apart, with parts between delimiters: `f(…)`, `CASE … END`. */
export const primary = binding(strengths.primary);

/** A statement or a clause of one. */
export const statement = binding(strengths.author);

/** Text that binds so: the text of a literal, a name, an operator with its operands. */
const textBinding = (text: string, binds: Strength): SqlText => ({ binds, parts: [text] });

/** A name, a literal. */
export const primaryText = (text: string): SqlText => textBinding(text, strengths.primary);

/** Nothing. */
export const NOTHING: SqlText = { binds: strengths.author, parts: [] };

/** In parentheses where it binds less than what stands around it needs. */
export function operand(sql: SqlText, needs: Strength): SqlText {
  return sql.binds >= needs ? sql : { binds: strengths.primary, parts: ['(', sql, ')'] };
}

/** An operator with operands on either side; `needs`: how strongly those bind at least, default more than it does. */
export function infix(
  operands: readonly SqlText[],
  operator: string,
  binds: Strength,
  needs: Strength = STRONGER[binds],
): SqlText {
  return {
    binds,
    parts: join(
      operands.map((one) => operand(one, needs)),
      ` ${operator} `,
    ).parts,
  };
}

const STRONGER: Readonly<Record<Strength, Strength>> = {
  0: 1,
  1: 2,
  2: 3,
  3: 4,
  4: 5,
  5: 6,
  6: 7,
  7: 8,
  8: 8,
};

/** An operator behind its operand, such as `IS NULL`. */
export function postfix(sql: SqlText, operator: string): SqlText {
  return { binds: strengths.comparison, parts: [operand(sql, strengths.other), ` ${operator}`] };
}

/** A bound value. */
export function bound(value: BoundValue, type: ValueType, isEquality?: true): SqlText {
  return { binds: strengths.primary, parts: [{ value, type, ...(isEquality && { isEquality }) }] };
}

/** Marks the SQL of a member or a cube, for the source map of the statement. */
export function withProvenance(source: string, sql: SqlText): SqlText {
  return { binds: sql.binds, parts: [{ source, sql }] };
}

/** One after another, with a text between them. */
export function join(list: readonly SqlText[], separator: string): SqlText {
  const parts: SqlPart[] = [];
  for (const one of list) {
    if (parts.length > 0) parts.push(separator);
    parts.push(one);
  }
  return { binds: strengths.author, parts };
}

/** No query comes near: one with ten thousand values has half a million characters. */
const MAX_SQL_LENGTH = 5_000_000;

/**
 * The text, with a placeholder for each bound value, and the values in the order of their placeholders.
 *
 * @throws QueryError `too_complex` for a text beyond all measure
 */
export function flatten(
  sql: SqlText,
  placeholder: (position: number, type: ValueType) => string,
): PrintedSql {
  const params: BoundValue[] = [];
  const comparedTexts: number[] = [];
  const provenance: ProvenanceSpan[] = [];
  let text = '';
  const write = ({ parts }: SqlText): void => {
    if (text.length > MAX_SQL_LENGTH) throw tooComplex();
    for (const part of parts) {
      if (typeof part === 'string') text += part;
      else if ('value' in part) {
        params.push(part.value);
        if (part.isEquality) comparedTexts.push(params.length);
        text += placeholder(params.length, part.type);
      } else if ('source' in part) {
        const from = text.length;
        write(part.sql);
        provenance.push([from, text.length, part.source]);
      } else write(part);
    }
  };
  write(sql);
  return { sql: text, params, comparedTexts, provenance };
}
