import type { MemberRef } from '../members/member-ref.ts';
import type { Dimension, Segment } from '../model/definitions/model.ts';
import type { SqlTemplate } from '../model/sql-template/sql-template.ts';
import type { NormalizedFilter } from '../query/query.ts';
import type { GroupColumn } from './columns.ts';

/** Which rows a computation sees, and in which groups. */
export interface Scope {
  readonly groups: readonly GroupColumn[];
  /** Conditions on dimensions, from the caller. */
  readonly filters: readonly NormalizedFilter[];
  /** Conditions that nothing takes away: of policies, and of views. */
  readonly fixedFilters: readonly NormalizedFilter[];
  readonly segments: readonly MemberRef<Segment>[];
  /** Row conditions of measures that a caller drills into, as SQL of their cubes. */
  readonly conditions: readonly { readonly cube: string; readonly sql: SqlTemplate }[];
  readonly ranges: readonly DateRangeCondition[];
  /** Time dimensions that neither cut nor limit the rows; their cubes are joined all the same. */
  readonly listedTimes: readonly MemberRef<Dimension>[];
  readonly shifts: readonly Shift[];
  /** Nothing may be seen. */
  readonly isDenied: boolean;
}

/** The range that the query sets for a time dimension. */
interface DateRangeCondition {
  readonly ref: MemberRef<Dimension>;
  /** Wall clock of the query's zone; both ends belong to it. */
  readonly range: readonly [string, string];
}

/** Wall clock of the query's zone; both ends belong to it, and either may be missing. */
export type OpenRange = readonly [from: string | undefined, to: string | undefined];

/** A time dimension as it is seen from another time: what happened then counts as now. */
export type Shift = IntervalShift | CalendarShift;

/** A calendar joined by other dates than its own: by those that `sql` says they map from. */
export interface CalendarShift {
  readonly kind: 'calendar';
  readonly cube: string;
  readonly sql: SqlTemplate;
}

/** A time dimension seen from an earlier or later time. */
export interface IntervalShift {
  readonly kind: 'interval';
  /** `cube.dimension`; absent: every time dimension. */
  readonly dimension?: string;
  readonly interval: string;
  /** `prior` shows what was, `next` what will be. */
  readonly direction: 'prior' | 'next';
}
