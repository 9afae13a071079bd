import { refuse, type Folder, type OperationTypes } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import { columnOrder } from '../../paging/list-order.ts';
import { readPage, toListAnswer, type ListAnswer } from '../../paging/page.ts';
import { constraintsChecked } from '../constraint-refusals.ts';
import { serializeOne, toFolders } from '../serialize-items.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import type { FolderRow } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { checkDepthBelow, checkHasNoSubfolders, folderName } from './folder-policy.ts';
import { createFolderStore } from './folder-store.ts';

export interface FolderService {
  /** One level of the tree, by position. */
  list(scope: WorkspaceScope, query: OperationTypes['getFolders']['query']): Promise<ListAnswer<Folder>>;
  /** @throws `folder_name_taken`, `folder_too_deep`, `validation_failed`; 404 and 403 for the parent */
  create(scope: WorkspaceScope, input: OperationTypes['createFolder']['body']): Promise<Folder>;
  /** @throws `folder_name_taken`, `validation_failed`; 404 and 403 */
  update(scope: WorkspaceScope, id: number, input: OperationTypes['updateFolder']['body']): Promise<Folder>;
  /**
   * What lies directly in the folder moves to the root.
   *
   * @throws `folder_has_subfolders`; 404 and 403
   */
  remove(scope: WorkspaceScope, id: number): Promise<void>;
  /** The folders from the root down to the folder, itself last. */
  listAncestors(scope: WorkspaceScope, id: number): Promise<Folder[]>;
}

const byPosition = columnOrder<FolderRow>({
  list: 'folders',
  alias: 'f',
  by: { position: 'integer', id: 'integer' },
});

export function createFolderService(db: Db): FolderService {
  const store = createFolderStore(db);
  const accessFor = (scope: WorkspaceScope) => createWorkspaceAccess(db, scope);
  const one = (row: FolderRow) => serializeOne(row, (rows) => toFolders(db, rows));
  return {
    async list(scope, { parentId, ...request }) {
      const level = await accessFor(scope).getLevel(parentId ?? null);
      const [page, count] = await Promise.all([
        readPage(request, byPosition, (range) => store.listLevel(level, byPosition, range)),
        store.countLevel(level),
      ]);
      return toListAnswer(await toFolders(db, page.rows), page, count);
    },
    async create(scope, { name: wanted, parentId = null, position = null }) {
      const { actor, deploymentId } = scope;
      const name = folderName(wanted);
      if (parentId !== null) await accessFor(scope).getFolder(parentId, accessLevels.edit);
      const row = await constraintsChecked({ name, folderId: parentId }, () =>
        store.changeTree(deploymentId, async (tree) => {
          const parentPath = parentId === null ? [] : await tree.findPath(deploymentId, parentId);
          if (!parentPath) throw refuse('folder_not_found', { id: parentId ?? 0 });
          checkDepthBelow(parentPath);
          return tree.insert({ deploymentId, parentId, parentPath, name, position, userId: actor.userId });
        }),
      );
      return one(row);
    },
    async update(scope, id, { name: wanted, position }) {
      const { actor, deploymentId } = scope;
      const folder = await accessFor(scope).getFolder(id, accessLevels.edit);
      const name = wanted == null ? folder.name : folderName(wanted);
      const row = await constraintsChecked({ name }, () =>
        store.update(deploymentId, id, {
          name,
          position: position ?? folder.position,
          userId: actor.userId,
        }),
      );
      if (!row) throw refuse('folder_not_found', { id });
      return one(row);
    },
    async remove(scope, id) {
      const { deploymentId } = scope;
      await accessFor(scope).getFolder(id, accessLevels.manage);
      await store.changeTree(deploymentId, async (tree) => {
        checkHasNoSubfolders(await tree.countSubfolders(deploymentId, id));
        await tree.remove(deploymentId, id);
      });
    },
    async listAncestors(scope, id) {
      const { path } = await accessFor(scope).getFolder(id, accessLevels.read);
      return toFolders(db, await store.listPath(scope.deploymentId, path));
    },
  };
}
