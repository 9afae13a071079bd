import type { WorkspaceScope } from '../workspace-scope.ts';

/** What became of one item, as its statement says. */
export type DeleteOutcome = 'deleted' | 'not_found' | 'not_allowed' | 'folder_has_subfolders';

/** What a statement answers of one item. */
export interface DeleteRow {
  outcome: DeleteOutcome;
  subfolders: number;
}

/** Who deletes, and the id by which it is undone. */
export interface DeleteRequest extends WorkspaceScope {
  readonly undoId: string;
}
