import type { WorkspaceScope } from '../workspace-scope.ts';

export interface MoveRequest extends WorkspaceScope {
  /** Null is the root. */
  folderId: number | null;
  /** By which the moves can be undone; without it they cannot. */
  undoId?: string;
}
