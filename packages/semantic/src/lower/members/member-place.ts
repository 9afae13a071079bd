import type { Expression } from '../../algebra/algebra.ts';
import type { ColumnMask } from '../../ir/columns.ts';
import type { Rows } from '../../ir/plan.ts';
import type { IntervalShift } from '../../ir/scope.ts';
import type { MemberRef } from '../../members/member-ref.ts';
import type { LazyJoin } from './lazy-join.ts';
import type { MemberExpressions } from './member-expressions.ts';
import type { MovedCubes } from './moved-cubes.ts';
import { shiftsOf } from './shifted-time.ts';

/** A member and its cube. */
export type MemberOf = Pick<MemberRef, 'cube' | 'member'>;

/** The members of some rows as expressions, each for another place in their query. */
export interface RowMembers extends PlaceMembers {
  /**
   * What is shown and asked beside a time that shifts move: of the rows of the moved time, where cubes are joined by it
   * as well.
   */
  readonly beside: PlaceMembers;
  /** Joins: values as they are, and a shifted calendar by the dates that its own map from. */
  readonly joining: MemberExpressions;
  /** The joins that the expressions made so far need beside those of the tree. */
  lazyJoins(): readonly LazyJoin[];
}

/** The members of rows that are joined in one way. */
export interface PlaceMembers {
  /** What is shown: masks hold for all that is referred to, and times are wall clock of the query's zone. */
  readonly shown: MemberExpressions;
  /** What a caller's conditions compare: masks hold, and times are instants. */
  readonly compared: MemberExpressions;
  /** Values as they are. */
  readonly unmasked: MemberExpressions;
  /** The mask in place of a member's value, on the rows that it hides. */
  masked(member: MemberOf, mask: ColumnMask, value: Expression): Expression;
}

/** By which expressions a member is shown or asked, and what moves it then. */
export interface MemberPlace {
  readonly members: PlaceMembers;
  /** Those of a time that is moved by itself. */
  readonly shifts: readonly IntervalShift[];
}

/** Finds the place of a member: the rows as they are stored, or those of the moved time. */
export function placeOfMember(
  { scope }: Rows,
  moved: MovedCubes | undefined,
  members: RowMembers,
  ref: MemberRef,
): MemberPlace {
  if (moved?.isShown(ref)) return { members: members.beside, shifts: [] };
  const { cube, member } = ref;
  return { members, shifts: member.kind === 'dimension' ? shiftsOf(scope, { cube, member }) : [] };
}
