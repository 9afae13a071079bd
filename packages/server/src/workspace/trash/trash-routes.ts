import type {
  folderOperations,
  reportOperations,
  workbookOperations,
  workspaceOperations,
} from '@oriel/contract';
import type { Database } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import type { MoveService } from '../moves/move-service.ts';
import { authorScopeOf } from '../workspace-scope.ts';
import { createDeleteService } from './delete-service.ts';
import { createTrashService } from './trash-service.ts';

type TrashOperations = Pick<
  typeof workspaceOperations,
  | 'bulkDeleteWorkspaceObjects'
  | 'undoWorkspaceChange'
  | 'getTrash'
  | 'restoreTrashedItem'
  | 'purgeTrashedItem'
> &
  Pick<typeof folderOperations, 'deleteFolder'> &
  Pick<typeof workbookOperations, 'deleteWorkbook'> &
  Pick<typeof reportOperations, 'deleteReport'>;

/** The handlers of what deletes items, brings them back and undoes bulk changes. */
export function createTrashRoutes(database: Database, moves: MoveService): Handlers<TrashOperations> {
  const deletes = createDeleteService(database);
  const trash = createTrashService(database, moves);
  return {
    deleteFolder: (call) =>
      deletes.remove(authorScopeOf(call), { type: 'FOLDER', id: call.params.folderId }, call.log),
    deleteWorkbook: (call) =>
      deletes.remove(authorScopeOf(call), { type: 'WORKBOOK', id: call.params.workbookId }, call.log),
    deleteReport: (call) =>
      deletes.remove(authorScopeOf(call), { type: 'REPORT', id: call.params.reportId }, call.log),
    bulkDeleteWorkspaceObjects: (call) =>
      deletes.removeMany(authorScopeOf(call), call.body.items, call.log, {
        isDryRun: call.body.dryRun === true,
      }),
    undoWorkspaceChange: (call) => trash.undo(authorScopeOf(call), call.params.undoId, call.log),
    getTrash: (call) => trash.list(authorScopeOf(call), call.query),
    restoreTrashedItem: (call) => trash.restore(authorScopeOf(call), call.params.trashedItemId, call.log),
    purgeTrashedItem: (call) => trash.purge(authorScopeOf(call), call.params.trashedItemId),
  };
}
