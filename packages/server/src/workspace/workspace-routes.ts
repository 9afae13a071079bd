import type { ServerBrand } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import type { Database } from '../db/database.ts';
import { createSecurityContextReader } from '../query/security-context.ts';
import { createFileRoutes } from './files/file-routes.ts';
import { createFolderRoutes } from './folders/folder-routes.ts';
import { createMoveService } from './moves/move-service.ts';
import { createMoveRoutes } from './moves/move-routes.ts';
import { createReportQueryCheck } from './reports/report-query-check.ts';
import { createReportRoutes } from './reports/report-routes.ts';
import { createReportService } from './reports/report-service.ts';
import { createSharingRoutes } from './sharing/sharing-routes.ts';
import { createTrashRoutes } from './trash/trash-routes.ts';
import { createTreeRoutes } from './tree/tree-routes.ts';
import { createDashboardRoutes } from './workbooks/dashboard-routes.ts';
import { createWorkbookRoutes } from './workbooks/workbook-routes.ts';
import { createWorkbookService } from './workbooks/workbook-service.ts';

/** Everything under a deployment's workspace: folders, reports, workbooks, the feed over them, and moves. */
export function createWorkspaceRoutes(options: {
  database: Database;
  engine: Pick<Engine, 'checkQuery'>;
  brand: ServerBrand;
}) {
  const { database, engine, brand } = options;
  const checkQuery = createReportQueryCheck(engine, createSecurityContextReader(database, brand));
  const reports = createReportService(database, checkQuery);
  const workbooks = createWorkbookService(database);
  const moves = createMoveService(database);
  return {
    ...createFolderRoutes(database.db),
    ...createReportRoutes(database, reports),
    ...createWorkbookRoutes(database.db, workbooks),
    ...createDashboardRoutes(database.db, workbooks),
    ...createFileRoutes({ reports, workbooks }),
    ...createTreeRoutes(database),
    ...createSharingRoutes(database),
    ...createMoveRoutes(moves),
    ...createTrashRoutes(database, moves),
  };
}
