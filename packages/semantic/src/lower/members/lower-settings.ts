import type { Relation } from '../../algebra/algebra.ts';
import type { MaskLookup } from '../../ir/planner.ts';
import type { Scope } from '../../ir/scope.ts';
import type { MemberLookup } from '../../members/member-ref.ts';
import type { Dimension, Model } from '../../model/definitions/model.ts';
import type { QueryContext } from '../../query/query.ts';

/** What a plan is lowered with. */
export interface LowerSettings {
  readonly model: Model;
  readonly context: QueryContext;
  readonly timezone: string;
  readonly lookup: MemberLookup;
  readonly masks: MaskLookup;
  /** Whether another query shows what is computed, and moves its times. */
  readonly isSubQuery?: boolean;
  /** The rows of a sub-query dimension: the cube's key as `__key_0`, … and its `__value`. */
  subQuery(cube: string, dimension: Dimension, scope: Scope): Relation;
}
