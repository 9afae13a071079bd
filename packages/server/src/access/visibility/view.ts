import type { RawBuilder } from 'kysely';
import type { Bindable } from '../../db/parameter.ts';
import type { ResourceKinds } from '../resource-kinds.ts';
import type { Accessor } from '../subjects.ts';
import type { BoundFolders } from './visible-folders.ts';

/** The rows that an accessor is shown of one kind, as parts of a statement. */
export interface VisibleRows {
  /** The common table expressions that the other parts name, each with a comma behind it. */
  readonly expressions: RawBuilder<unknown>;
  /** The condition of the rows, under the kind's alias; they are of the deployment. */
  readonly isShown: RawBuilder<boolean>;
  /** How many there are, on all pages; null for rows that are too many to be counted. */
  readonly count: RawBuilder<number | null>;
  /** Columns that stand once beside the rows, each with a comma before it; default none. */
  readonly facts?: RawBuilder<unknown>;
}

/** An accessor, where it looks, and for what. */
export interface View {
  readonly accessor: Accessor;
  readonly deploymentId: Bindable<number>;
  readonly type: string;
  /** Default: those of the workspace. */
  readonly kinds?: ResourceKinds;
  /** The folders that the accessor sees, where they are known; default: the statement finds them. */
  readonly folders?: BoundFolders | undefined;
}
