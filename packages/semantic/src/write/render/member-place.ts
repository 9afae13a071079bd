import type { ColumnMask } from '../../ir/columns.ts';
import type { Rows } from '../../ir/plan.ts';
import type { IntervalShift } from '../../ir/scope.ts';
import type { MemberRef } from '../../members/member-ref.ts';
import type { Fragment } from '../../sql/fragment.ts';
import type { MovedCubes } from './moved-cubes.ts';
import type { MemberRenderer } from './render-member.ts';
import { shiftsOf } from './shifted-time.ts';

/** A member and its cube. */
export type MemberOf = Pick<MemberRef, 'cube' | 'member'>;

/** Renderers of the members of some rows, each for another place in their SELECT. */
export interface RowRenderers extends PlaceRenderers {
  /**
   * What is shown and asked beside a time that shifts move: of the rows of the moved time, where cubes are joined by it
   * as well.
   */
  readonly beside: PlaceRenderers;
  /** Joins: values as they are, and a shifted calendar by the dates that its own map from. */
  readonly joining: MemberRenderer;
  /** The joins that the expressions rendered so far need beside those of the tree. */
  lazyJoins(): readonly Fragment[];
}

/** Renderers of the members of rows that are joined in one way. */
export interface PlaceRenderers {
  /** What is shown: masks hold for all that is referred to, and times are wall clock of the query's zone. */
  readonly shown: MemberRenderer;
  /** What a caller's conditions compare: masks hold, and times are instants. */
  readonly compared: MemberRenderer;
  /** Values as they are. */
  readonly unmasked: MemberRenderer;
  /** The mask in place of a member's value, on the rows that it hides. */
  masked(member: MemberOf, mask: ColumnMask, value: Fragment): Fragment;
}

/** Which renderers a member that is shown or asked is rendered with, and what moves it then. */
export interface MemberPlace {
  readonly renderers: PlaceRenderers;
  /** Those of a time that is moved by itself. */
  readonly shifts: readonly IntervalShift[];
}

/** Finds the place of a member: the rows as they are stored, or those of the moved time. */
export function placeOfMember(
  { scope }: Rows,
  moved: MovedCubes | undefined,
  renderers: RowRenderers,
  ref: MemberRef,
): MemberPlace {
  if (moved?.isShown(ref)) return { renderers: renderers.beside, shifts: [] };
  const { cube, member } = ref;
  return { renderers, shifts: member.kind === 'dimension' ? shiftsOf(scope, { cube, member }) : [] };
}
