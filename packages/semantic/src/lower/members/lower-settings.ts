import type { Relation } from '../../algebra/algebra.ts';
import type { GroupColumn } from '../../ir/columns.ts';
import type { MaskLookup } from '../../ir/planner.ts';
import type { Scope } from '../../ir/scope.ts';
import type { MemberLookup } from '../../members/member-ref.ts';
import type { Dimension, Model } from '../../model/definitions/model.ts';
import type { QueryContext } from '../../query/query.ts';

/** A multi-stage dimension as a relation, which rows are joined with where they are of the same groups. */
export interface LoweredStageDimension {
  readonly rows: Relation;
  readonly groups: readonly GroupColumn[];
}

/** What a plan is lowered with. */
export interface LowerSettings {
  readonly model: Model;
  readonly context: QueryContext;
  readonly timezone: string;
  readonly lookup: MemberLookup;
  readonly masks: MaskLookup;
  /** Whether another query shows what is computed, and moves its times. */
  readonly isSubQuery?: boolean;
  /** The multi-stage dimensions that are being computed, from the outside. */
  readonly stages?: readonly string[];
  /** The rows of a sub-query dimension: the cube's key as `__key_0`, … and its `__value`. */
  subQuery(cube: string, dimension: Dimension, scope: Scope): Relation;
  /** The rows of a multi-stage dimension: its groups as `__key_0`, … and its `__value`. */
  stage(cube: string, dimension: Dimension, scope: Scope): LoweredStageDimension;
}
