/**
 * The expression of a calculated field, as it was written: names are not looked up, and types not checked. `at` is the
 * place in the text, counted from 1.
 */
export type FieldExpression =
  | { readonly kind: 'number'; readonly at: number; readonly text: string }
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  | { readonly kind: 'boolean'; readonly at: number; readonly value: boolean }
  | { readonly kind: 'null'; readonly at: number }
  /** `orders.count`, `count` of the field's own cube or view, `orders.created_at.month`. */
  | { readonly kind: 'member'; readonly at: number; readonly path: readonly string[] }
  | {
      readonly kind: 'unary';
      readonly at: number;
      readonly operator: '-' | 'NOT';
      readonly operand: FieldExpression;
    }
  | {
      readonly kind: 'binary';
      readonly at: number;
      readonly operator: BinaryOperator;
      readonly left: FieldExpression;
      readonly right: FieldExpression;
    }
  | {
      readonly kind: 'is-null';
      readonly at: number;
      readonly operand: FieldExpression;
      readonly isNot: boolean;
    }
  | {
      readonly kind: 'in';
      readonly at: number;
      readonly operand: FieldExpression;
      readonly list: readonly FieldExpression[];
      readonly isNot: boolean;
    }
  | {
      readonly kind: 'case';
      readonly at: number;
      readonly when: readonly { readonly condition: FieldExpression; readonly value: FieldExpression }[];
      readonly otherwise?: FieldExpression;
    }
  | FieldCall;

/** A call of a function, an aggregate or a table calculation; names are in capitals. */
export interface FieldCall {
  readonly kind: 'call';
  readonly at: number;
  readonly name: string;
  readonly args: readonly FieldExpression[];
  readonly isDistinct: boolean;
  /** `FILTER (WHERE …)` */
  readonly filter?: FieldExpression;
}

/** Operators between two values. */
export type BinaryOperator = (typeof BINARY_OPERATORS)[number];

/** Symbols and words of {@link BinaryOperator}; `!=` is read as `<>`. */
export const BINARY_OPERATORS = [
  'OR',
  'AND',
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '||',
  '*',
  '/',
] as const;
