import type {
  Aggregate,
  BoundValue,
  Column,
  ComparisonSymbol,
  Expression,
  Parameter,
  Relation,
  ShiftStep,
  ValueType,
} from './algebra.ts';

/** A column of the only relation in scope. */
export const column = (name: string): Expression => ({ kind: 'column', name });

/** A column of a relation by its alias. */
export const columnOf = (of: string, name: string): Expression => ({ kind: 'column', of, name });

/** A value of the caller. */
export const parameter = (value: BoundValue, type: Parameter['type']): Expression => ({
  kind: 'parameter',
  value,
  type,
});

/** A value that the model or the compiler writes. */
export const literal = (value: BoundValue): Expression => ({ kind: 'literal', value });

/** No value. */
export const NULL: Expression = literal(null);

/** What every row meets, and what none does. */
export const ALWAYS: Expression = { kind: 'constant', value: true };
export const NEVER: Expression = { kind: 'constant', value: false };

/** Marks the SQL of a member or a cube. */
export const origin = (name: string, value: Expression): Expression => ({ kind: 'origin', name, value });

/** Conditions that hold together; of none at all every row meets it. */
export function and(operands: readonly Expression[]): Expression {
  const [only, ...more] = operands;
  return only && more.length === 0 ? only : only ? { kind: 'and', operands } : ALWAYS;
}

/** Conditions of which one holds; of none at all no row meets it. */
export function or(operands: readonly Expression[]): Expression {
  const [only, ...more] = operands;
  return only && more.length === 0 ? only : only ? { kind: 'or', operands } : NEVER;
}

export const not = (operand: Expression): Expression => ({ kind: 'not', operand });

export const compare = (left: Expression, symbol: ComparisonSymbol, right: Expression): Expression => ({
  kind: 'compare',
  symbol,
  left,
  right,
});

export const equal = (left: Expression, right: Expression): Expression => compare(left, '=', right);

/** Null equal to null. */
export const same = (left: Expression, right: Expression): Expression => ({ kind: 'same', left, right });

export const isNull = (operand: Expression): Expression => ({ kind: 'is-null', operand, isNegated: false });
export const isNotNull = (operand: Expression): Expression => ({ kind: 'is-null', operand, isNegated: true });

/** A value where a condition holds, else null or another value. */
export function when(condition: Expression, value: Expression, otherwise?: Expression): Expression {
  return {
    kind: 'case',
    branches: [{ when: condition, value }],
    ...(otherwise && { otherwise }),
  };
}

export const cast = (value: Expression, to: ValueType): Expression => ({ kind: 'cast', value, to });

/** A moment, whatever type it is stored in. */
export const asTime = (value: Expression): Expression => cast(value, 'time');

export const shift = (value: Expression, direction: '+' | '-', steps: readonly ShiftStep[]): Expression => ({
  kind: 'shift',
  value,
  direction,
  steps,
});

export const aggregate = (
  name: Aggregate['name'],
  value?: Expression,
  where: readonly Expression[] = [],
): Expression => ({ kind: 'aggregate', name, ...(value && { value }), ...(where.length > 0 && { where }) });

/** A column under a name. */
export const as = (value: Expression, name: string): Column => ({ name, value });

/** A column of the input that keeps its name. */
export const keep = (name: string, of?: string): Column =>
  as(of === undefined ? column(name) : columnOf(of, name), name);

/** The rows that meet conditions; of none the rows themselves. */
export function filter(input: Relation, where: readonly Expression[]): Relation {
  return where.length === 0 ? input : { kind: 'filter', input, where };
}

export const project = (input: Relation, columns: readonly Column[]): Relation => ({
  kind: 'project',
  input,
  columns,
});

export const aliased = (input: Relation, alias: string): Relation => ({ kind: 'alias', alias, input });

/** What a `with` around it names; under another alias where there is one. */
export const named = (name: string, alias?: string): Relation => ({
  kind: 'named',
  name,
  ...(alias !== undefined && { alias }),
});

/** The name that the rows of one relation have in expressions; undefined of joins, and of whole queries. */
export function aliasOf(relation: Relation): string | undefined {
  if (relation.kind === 'named') return relation.alias ?? relation.name;
  return 'alias' in relation ? relation.alias : undefined;
}

export const leftJoin = (left: Relation, right: Relation, on: Expression): Relation => ({
  kind: 'join',
  type: 'left',
  left,
  right,
  on,
});

export const crossJoin = (left: Relation, right: Relation): Relation => ({
  kind: 'join',
  type: 'cross',
  left,
  right,
});
