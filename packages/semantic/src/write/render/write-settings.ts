import type { MaskLookup } from '../../ir/planner.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Dimension, Model } from '../../model/definitions/model.ts';
import type { MemberLookup } from '../../members/member-ref.ts';
import type { Scope } from '../../ir/scope.ts';
import type { QueryContext } from '../../query/query.ts';
import type { Fragment } from '../../sql/fragment.ts';

/** Where SQL is written for. */
export interface WriteSettings {
  readonly model: Model;
  readonly dialect: Dialect;
  readonly context: QueryContext;
  readonly timezone: string;
  readonly lookup: MemberLookup;
  readonly masks: MaskLookup;
  /** Whether another SELECT shows what is computed, and moves its times. */
  readonly isSubQuery?: boolean;
  /** The SELECT of a sub-query dimension: the cube's key as `__key_0`, … and its `__value`. */
  subQuery(cube: string, dimension: Dimension, scope: Scope): Fragment;
}
