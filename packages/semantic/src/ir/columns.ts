import type { MemberRef } from '../members/member-ref.ts';
import type { Dimension, Mask, Measure } from '../model/definitions/model.ts';
import type { NormalizedFilter, PeriodComparison, PeriodOutput } from '../query/query.ts';

/** A column of the result, in the order of the query. `key` names it in a row: `orders.created_at.month`. */
export type PlanColumn = (
  | { readonly kind: 'dimension'; readonly ref: MemberRef<Dimension> }
  | { readonly kind: 'timeDimension'; readonly ref: MemberRef<Dimension>; readonly granularity: string }
  | { readonly kind: 'measure'; readonly ref: MemberRef<Measure>; readonly comparison?: Comparison }
) & { readonly key: string; readonly mask?: ColumnMask };

/** What stands in a column in place of its value. */
export interface ColumnMask {
  readonly mask: Mask;
  /** The rows on which the value shows nevertheless. */
  readonly unless?: NormalizedFilter;
}

/** A column that rows are grouped by. */
export type GroupColumn = Exclude<PlanColumn, { kind: 'measure' }>;

/** Shows a measure as it was, or how it has changed since. */
export interface Comparison {
  readonly output: PeriodOutput;
  readonly previous: Pick<BaseMeasure, 'cube' | 'measure' | 'path'>;
  readonly offset: PeriodComparison['offset'];
}

/** A column that shows a measure. */
export type MeasureColumn = Extract<PlanColumn, { kind: 'measure' }>;

/** A measure that a relation computes, by `cube.measure`. */
export interface BaseMeasure {
  readonly key: string;
  readonly cube: string;
  readonly measure: Measure;
  /** The join path to the cube. */
  readonly path: readonly string[];
}

/** A measure and the way to its cube. */
export type MeasureUse = Pick<BaseMeasure, 'cube' | 'measure' | 'path'>;
