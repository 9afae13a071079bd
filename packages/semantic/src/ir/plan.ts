import type { Equality, JoinEdge, JoinTree } from './join-tree.ts';
import type { Dimension, RollingWindow, Segment } from '../model/definitions/model.ts';
import type { SqlTemplate } from '../model/sql-template/sql-template.ts';
import type { NormalizedFilter, NormalizedQuery } from '../query/query.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { BaseMeasure, GroupColumn, MeasureUse, PlanColumn } from './columns.ts';
import type { RowsPlanner } from './planner.ts';
import type { OpenRange, Scope } from './scope.ts';

/**
 * What a query needs, before any SQL. Measures do not all come about in the same rows: those that a join would repeat,
 * that look back in time, or that are computed over other measures have relations of their own, which are put together
 * on the groups that they share. Plain data, but for what it was planned with.
 */
export interface Plan {
  readonly query: NormalizedQuery;
  readonly columns: readonly PlanColumn[];
  readonly root: MergeJoin;
  /** What the query shows, and what its filters on measures speak of. */
  readonly uses: readonly MeasureUse[];
  readonly measureFilters: readonly NormalizedFilter[];
  /**
   * Whether they act on the finished groups: a measure of the query may look at other groups, among them those that
   * they leave out.
   */
  readonly isFilteredOutside: boolean;
  /** What it was planned with: sub-queries are planned when the SQL that needs them is written. */
  readonly planner: RowsPlanner;
  readonly dataSource: string;
  /** Every cube that is read, but for those of sub-queries. */
  readonly cubes: readonly string[];
}

/** Relations side by side: a row for each group that any of them has. */
export interface MergeJoin {
  readonly scope: Scope;
  /** At least one. */
  readonly relations: readonly Relation[];
}

/** One row for each of its groups, with the base measures that it computes. */
export type Relation = RowsRelation | WindowRelation | StageRelation;

/**
 * Aggregates over joined rows. `plain` takes the rows as they are; `deduplicated` takes the rows of one fanned-out cube
 * once for each group, told apart by the cube's key, so that none counts twice.
 */
export interface RowsRelation {
  readonly kind: 'plain' | 'deduplicated';
  readonly rows: Rows;
  /** The fanned-out cube of a deduplicated relation. */
  readonly cube?: string;
  readonly baseMeasures: readonly BaseMeasure[];
  /** Of a plain relation: what is joined to its rows as sums, with those base measures that lie there. */
  readonly sums?: readonly SummedBranch[];
}

/**
 * A branch of a join tree with rows that are summed by the columns that join it, before they are joined (eager
 * aggregation).
 */
export interface SummedBranch {
  /** The cube that it is joined to, and by which columns. */
  readonly cube: string;
  readonly equalities: readonly Equality[];
  /** From the cube that the branch begins with, over joins that repeat none of its rows. */
  readonly rows: Rows;
  /** Those of its rows; branches of the branch have their own. */
  readonly baseMeasures: readonly BaseMeasure[];
  readonly sums: readonly SummedBranch[];
}

/** The joined rows of a scope. */
export interface Rows {
  readonly scope: Scope;
  readonly tree: JoinTree;
  /** Of the partners of a semi-join: the joins by which the query comes to them. */
  readonly above?: readonly Pick<JoinEdge, 'from' | 'to'>[];
  /** With the conditions that the policies of the joined cubes add. */
  readonly filters: readonly NormalizedFilter[];
  /** What holds of each row, but for what {@link semiJoins} say. */
  readonly conditions: readonly Condition[];
  readonly semiJoins: readonly SemiJoin[];
  readonly isDenied: boolean;
  /** The cubes of the measures that are computed over them. */
  readonly measured: readonly string[];
}

/** Who has set a filter: the query, the view that it asks, or a policy, which holds of the rows as they are stored. */
export type FilterOrigin = 'caller' | 'view' | 'policy';

/** Something that holds of a row. */
export type Condition =
  | { readonly kind: 'filter'; readonly filter: NormalizedFilter; readonly from: FilterOrigin }
  | { readonly kind: 'range'; readonly ref: MemberRef<Dimension>; readonly range: OpenRange }
  | { readonly kind: 'segment'; readonly ref: MemberRef<Segment> }
  | { readonly kind: 'drill'; readonly cube: string; readonly sql: SqlTemplate };

/** Cubes that only conditions speak of: that a row has a partner there which meets them. */
export interface SemiJoin {
  /** The cube of the rows that is joined to the first of those cubes, and by which columns. */
  readonly cube: string;
  readonly equalities: readonly Equality[];
  /** The first of those cubes, and what is joined to it. */
  readonly tree: JoinTree;
  readonly conditions: readonly Condition[];
}

/** A measure over a window that moves along with the groups of one time dimension. */
export interface WindowRelation {
  readonly kind: 'window';
  /** Without the range of the time dimension, for a window looks beyond it. */
  readonly rows: Rows;
  readonly baseMeasure: BaseMeasure;
  readonly window: RollingWindow;
  readonly time: MemberRef<Dimension>;
  /** The finest of the granularities that are asked for; absent: one value for the whole range. */
  readonly granularity?: string;
  /** Absent: from the first to the last value that there is. */
  readonly range?: readonly [string, string];
  /** Whether the cube's rows are repeated by the joins. */
  readonly isFannedOut: boolean;
}

/** A measure over the result of other measures. */
export interface StageRelation {
  readonly kind: 'stage';
  readonly baseMeasure: BaseMeasure;
  /** Those of the outer groups that the inner ones have as well; the value is the same for all rows that share them. */
  readonly groups: readonly GroupColumn[];
  readonly inner: MergeJoin;
  /** Whether it sees rows that the query leaves out; which groups are shown the query says all the same. */
  readonly isWider: boolean;
  /** Whether the inner groups are finer, so that the measure's type aggregates them. */
  readonly isAggregated: boolean;
  /** Of a rank: the groups that it is counted within (PARTITION BY). */
  readonly partition: readonly GroupColumn[];
}
