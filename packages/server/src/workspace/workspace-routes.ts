import type { ServerBrand } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import type { Database } from '../db/database.ts';
import { createFolderRoutes } from './folders/folder-routes.ts';
import { createMoveRoutes } from './moves/move-routes.ts';
import { createReportRoutes } from './reports/report-routes.ts';
import { createSharingRoutes } from './sharing/sharing-routes.ts';
import { createTrashRoutes } from './trash/trash-routes.ts';
import { createTreeRoutes } from './tree/tree-routes.ts';
import { createWorkbookRoutes } from './workbooks/workbook-routes.ts';

/** Everything under a deployment's workspace: folders, reports, workbooks, the feed over them, and moves. */
export function createWorkspaceRoutes(options: {
  database: Database;
  engine: Pick<Engine, 'checkQuery'>;
  brand: ServerBrand;
}) {
  const { database } = options;
  return {
    ...createFolderRoutes(database.db),
    ...createReportRoutes(options),
    ...createWorkbookRoutes(database),
    ...createTreeRoutes(database),
    ...createSharingRoutes(database),
    ...createMoveRoutes(database),
    ...createTrashRoutes(database),
  };
}
