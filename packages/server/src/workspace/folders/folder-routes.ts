import type { folderOperations } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { scopeOf } from '../workspace-scope.ts';
import { createFolderService } from './folder-service.ts';

/** The handlers of the operations of folders. */
export function createFolderRoutes(db: Db): Handlers<Omit<typeof folderOperations, 'deleteFolder'>> {
  const service = createFolderService(db);
  return {
    getFolders: (call) => service.list(scopeOf(call), call.query),
    createFolder: (call) => service.create(scopeOf(call), call.body),
    getFolder: (call) => service.get(scopeOf(call), call.params.folderId),
    updateFolder: (call) => service.update(scopeOf(call), call.params.folderId, call.body),
    getFolderAncestors: (call) => service.listAncestors(scopeOf(call), call.params.folderId),
  };
}
