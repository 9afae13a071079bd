import type { folderOperations } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { authorScopeOf } from '../workspace-scope.ts';
import { createFolderService } from './folder-service.ts';

/** The handlers of the operations of folders. */
export function createFolderRoutes(db: Db): Handlers<Omit<typeof folderOperations, 'deleteFolder'>> {
  const service = createFolderService(db);
  return {
    getFolders: (call) => service.list(authorScopeOf(call), call.query),
    createFolder: (call) => service.create(authorScopeOf(call), call.body),
    getFolder: (call) => service.get(authorScopeOf(call), call.params.folderId),
    updateFolder: (call) => service.update(authorScopeOf(call), call.params.folderId, call.body),
    getFolderAncestors: (call) => service.listAncestors(authorScopeOf(call), call.params.folderId),
  };
}
