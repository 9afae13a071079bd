import type { Expression, Relation } from '../../algebra/algebra.ts';

/** A join that the value of a dimension alone needs; without condition each row is joined with all of them. */
export interface LazyJoin {
  readonly rows: Relation;
  readonly on?: Expression;
}
