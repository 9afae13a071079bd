import type { MemberLookup, MemberRef } from '../members/member-ref.ts';
import type { Member, Model } from '../model/definitions/model.ts';
import type { QueryContext } from '../query/query.ts';
import type { JoinPath } from './join-tree.ts';
import type { Scope } from './scope.ts';
import type { ColumnMask } from './columns.ts';

/** What a query is planned with: the model, the caller, and what has been found out about the query so far. */
export interface RowsPlanner {
  readonly model: Model;
  readonly context: QueryContext;
  readonly lookup: MemberLookup;
  /** What the query names, and the model has. */
  readonly queryMembers: readonly MemberRef[];
  /** Those and what they are built on: their policies hold for all that is computed for the query. */
  readonly governed: readonly GovernedMember[];
  readonly hints: readonly JoinPath[];
  /** The root: the cube that keeps all of its rows, also those without partners; where it reaches the others. */
  readonly root?: string;
  readonly masks: MaskLookup;
  /** What the query itself asks, where a stage begins anew. */
  readonly baseScope: Scope;
  /** The one of several facts that is planned. */
  readonly fact?: Fact;
}

/** A member that the policies of its cube or view decide about. */
export interface GovernedMember {
  /** The cube or view. */
  readonly owner: string;
  /** Its name there. */
  readonly name: string;
  /**
   * Whether its owner's policies say which rows it is of, but not whether it is shown: a view that shows it decides
   * that.
   */
  readonly isShown: boolean;
}

/** What stands for members that the caller may know of but not see. */
export interface MaskLookup {
  /** For a member that the query names. Through a view the masks of the cube behind it hold as well. */
  named(ref: MemberRef): ColumnMask | undefined;
  /** For a member that other SQL of the model refers to, so that nothing built on it tells what it is. */
  referred(cube: string, member: Member): ColumnMask | undefined;
  /** Whether any of those that were asked for is masked. */
  hasHidden(): boolean;
}

/** A cube of measures that stands beside others in one query. */
export interface Fact {
  readonly cube: string;
  /** Those of the query, this one among them. */
  readonly all: readonly string[];
}
