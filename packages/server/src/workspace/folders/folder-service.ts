import { limits, refuse } from '@oriel/contract';
import type { CreateFolderInput, Folder, OperationTypes, UpdateFolderInput } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import { userIdOf } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { readPage, toListAnswer } from '../../paging/page.ts';
import { createItemStore } from '../items/item-store.ts';
import { serializeOne, toFolders } from '../items/serialize-items.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import type { FolderRow, WithAccess } from '../items/workspace-rows.ts';
import { giveToMaker, levelOfMaker, ownerOf } from '../items/item-maker.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { byPosition, createFolderStore } from './folder-store.ts';

/** While a folder changes, nothing else adds, moves or removes one of its deployment. */
const lock = 'exclusive';

/** Makes the service of folders. */
export function createFolderService(db: Db) {
  const store = createFolderStore(db);
  const serialize = (scope: WorkspaceScope, row: WithAccess<FolderRow>) =>
    serializeOne(row, (rows) => toFolders(db, scope, rows));
  return {
    /** One level of the tree, by position. @throws `invalid_cursor`, `folder_not_found` */
    async list(scope: WorkspaceScope, { parentId, ...request }: OperationTypes['getFolders']['query']) {
      const level = await createWorkspaceAccess(db, scope).getLevel(parentId ?? null);
      const [page, count] = await Promise.all([
        readPage(request, byPosition, (range) => store.listLevel(level, range)),
        store.countLevel(level),
      ]);
      return toListAnswer(await toFolders(db, scope, page.rows), page, count);
    },
    /** @throws `folder_name_taken`, `folder_too_deep`; 404 and 403 for the parent */
    async create(scope: WorkspaceScope, input: CreateFolderInput): Promise<Folder> {
      const { name, parentId = null, position = null } = input;
      const folder = { name: name.trim(), parentId, position, ...ownerOf(scope.actor) };
      const conflict = { name: folder.name, folderId: parentId };
      const row = await changeWorkspace(db, scope, { conflict, lock }, async (tx) => {
        const parent = parentId !== null && (await tx.access.get('FOLDER', parentId, accessLevels.edit));
        if (parent && parent.path.length >= limits.MAX_FOLDER_DEPTH)
          throw refuse('folder_too_deep', { max: limits.MAX_FOLDER_DEPTH });
        return giveToMaker(
          tx.db,
          scope,
          'FOLDER',
          await createFolderStore(tx.db).insert(scope.deploymentId, folder),
        );
      });
      return serialize(scope, { ...row, level: levelOfMaker(scope.actor) });
    },
    /** @throws `folder_not_found` */
    get: async (scope: WorkspaceScope, id: number): Promise<Folder> =>
      serialize(scope, await createWorkspaceAccess(db, scope).get('FOLDER', id, accessLevels.read)),
    /** @throws `folder_name_taken`; 404 and 403 */
    async update(scope: WorkspaceScope, id: number, { name, position }: UpdateFolderInput): Promise<Folder> {
      const values = {
        ...(name != null && { name: name.trim() }),
        ...(position != null && { position }),
        updatedBy: userIdOf(scope.actor),
      };
      const row = await changeWorkspace(db, scope, { conflict: values, lock }, async (tx) => {
        const folder = await tx.access.get('FOLDER', id, accessLevels.edit);
        return createItemStore(tx.db).update(scope, 'FOLDER', folder, values);
      });
      return serialize(scope, row);
    },
    /** The folders from the root down to the folder, itself last. @throws `folder_not_found` */
    async listAncestors(scope: WorkspaceScope, id: number): Promise<Folder[]> {
      const { path } = await createWorkspaceAccess(db, scope).get('FOLDER', id, accessLevels.read);
      return toFolders(db, scope, await store.listPath(scope, path));
    },
  };
}
