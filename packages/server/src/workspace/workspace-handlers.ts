import { accessLevels } from '../access/access-level.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { userOf } from '../http/principal.ts';
import { createFolderHandlers } from './folder-handlers.ts';
import { createMoveService } from './move-items.ts';
import { createReportHandlers } from './report-handlers.ts';
import { toWorkbooks } from './serialize-items.ts';
import { createWorkbookHandlers } from './workbook-handlers.ts';
import { createWorkspaceAccess } from './workspace-access.ts';
import { listWorkspace } from './workspace-tree.ts';

type OwnOperation = 'workspaceObjects' | 'moveWorkspaceObject' | 'bulkMoveWorkspaceObjects';

/** Everything under a deployment's workspace: folders, reports, workbooks, the feed over them, and moves. */
export function createWorkspaceHandlers(database: Database) {
  const { db } = database;
  const moves = createMoveService(database);
  const own: Handlers<OwnOperation> = {
    async workspaceObjects({ principal, deployment, query }) {
      const actor = userOf(principal);
      if (query.folderId != null)
        await createWorkspaceAccess(db, actor, deployment.id).getFolder(query.folderId, accessLevels.read);
      const { rows, pageInfo } = await listWorkspace(db, actor, deployment.id, query);
      return { items: await toWorkbooks(db, rows), pageInfo };
    },
    moveWorkspaceObject: ({ principal, deployment, body }) =>
      moves.move(
        { actor: userOf(principal), deploymentId: deployment.id, folderId: body.folderId ?? null },
        { type: body.type, id: body.id },
      ),
    bulkMoveWorkspaceObjects: ({ principal, deployment, body }) =>
      moves.moveMany(
        { actor: userOf(principal), deploymentId: deployment.id, folderId: body.folderId ?? null },
        body.items,
      ),
  };
  return {
    ...createFolderHandlers(db),
    ...createReportHandlers(database),
    ...createWorkbookHandlers(db),
    ...own,
  };
}
