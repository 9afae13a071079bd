import type { OperationTypes, PageInfo, Workbook } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import { toWorkbooks } from '../serialize-items.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { listWorkspace } from './tree-store.ts';

export interface TreeService {
  /**
   * A page of what the caller sees in a folder or at the root, every kind in the shape of a workbook.
   *
   * @throws `folder_not_found`, `invalid_cursor`
   */
  list(
    scope: WorkspaceScope,
    query: OperationTypes['workspaceObjects']['query'],
  ): Promise<{ items: Workbook[]; pageInfo: PageInfo }>;
}

export function createTreeService(db: Db): TreeService {
  return {
    async list({ actor, deploymentId }, query) {
      if (query.folderId != null)
        await createWorkspaceAccess(db, actor, deploymentId).getFolder(query.folderId, accessLevels.read);
      const { rows, pageInfo } = await listWorkspace(db, actor, deploymentId, query);
      return { items: await toWorkbooks(db, rows), pageInfo };
    },
  };
}
