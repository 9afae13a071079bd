import type { MemberRef } from '../members/member-ref.ts';
import type { FunctionName } from '../model/language/functions.ts';
import type { CallPart } from '../model/sql-template/sql-template.ts';
import type { Measure } from '../model/definitions/model.ts';

/** The type of a part of an expression; `null` is that of a null, which fits every other. */
export type FieldType = 'number' | 'string' | 'boolean' | 'time' | 'null';

/** What a part of an expression is computed from: nothing, a row, or a group of rows. */
export type FieldLevel = 'constant' | 'row' | 'group';

/** A piece of SQL that does not know yet which cube it belongs to. */
export type FieldPart =
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'value'; readonly value: string; readonly type: 'string' | 'time' }
  | {
      readonly kind: 'member';
      readonly ref: MemberRef;
      /** Always converted, so that arithmetic neither overflows nor cuts off a fraction. */
      readonly as?: 'number' | 'text';
      readonly granularity?: string;
    }
  | CallPart
  /** An aggregate of the expression, by its index. */
  | { readonly kind: 'aggregate'; readonly index: number; readonly type: FieldType };

/** A part of an expression as SQL, with what it is. */
export interface WrittenField {
  readonly parts: readonly FieldPart[];
  readonly type: FieldType;
  readonly level: FieldLevel;
}

/** An aggregate of an expression, as the measure that it becomes. */
export interface FieldAggregate {
  readonly type: Measure['type'];
  /** Absent where `of` is. */
  readonly sql?: readonly FieldPart[];
  readonly filters: readonly (readonly FieldPart[])[];
  /** A measure of the model that is computed over fewer rows. */
  readonly of?: MemberRef<Measure>;
}

/** SQL of texts and parts: `` parts`(${left} + ${right})` ``. */
export function parts(
  strings: TemplateStringsArray,
  ...inner: readonly (string | readonly FieldPart[])[]
): readonly FieldPart[] {
  return strings.flatMap((text, index) => {
    const next = inner[index] ?? [];
    return [...sqlText(text), ...(typeof next === 'string' ? sqlText(next) : next)];
  });
}

function sqlText(text: string): FieldPart[] {
  return text === '' ? [] : [{ kind: 'sql', text }];
}

/** A call of a function that engines write differently. */
export function callOf(name: FunctionName, args: readonly (readonly FieldPart[])[]): readonly FieldPart[] {
  const mark = (at: CallPart['at']): FieldPart => ({ kind: 'call', name, at });
  const list = args.flatMap((entry, index) => (index === 0 ? entry : [mark('next'), ...entry]));
  return [mark('begin'), ...list, mark('end')];
}

/** Parts one after another, with commas between them. */
export function partList(list: readonly (readonly FieldPart[])[]): readonly FieldPart[] {
  return list.flatMap((entry, index) => (index === 0 ? entry : [...sqlText(', '), ...entry]));
}
