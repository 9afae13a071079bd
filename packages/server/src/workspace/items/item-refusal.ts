import { refuse, type Refusal, type WorkspaceBulkFailure, type WorkspaceItemRefInput } from '@oriel/contract';
import { refusalOfDatabaseError } from '../../db/connection/database-refusals.ts';
import { refusalOfConstraint, type ConflictContext } from './constraint-refusals.ts';

/** An item that a bulk operation was refused, as its answer says it. */
export function toFailure(item: WorkspaceItemRefInput, { status, message }: Refusal): WorkspaceBulkFailure {
  return { type: item.type, id: item.id, error: { status, message } };
}

/** The refusal that an error of one item amounts to; `internal` for one that is a bug, with the error as its cause. */
export function refusalOfItem(error: Error, conflict: ConflictContext = {}): Refusal {
  return (
    refusalOfConstraint(error, conflict) ??
    refusalOfDatabaseError(error) ??
    refuse('internal', undefined, { cause: error })
  );
}
