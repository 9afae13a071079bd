import { databasePart } from '../db/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { enginePart } from '../query/engine-part.ts';
import { createWorkspaceRoutes } from './workspace-routes.ts';
import { workspaceTables } from './workspace-tables.ts';

/** Folders, reports, workbooks and their dashboards, sharing, trash. */
export const workspacePart = part({
  name: 'workspace',
  tables: workspaceTables,
  needs: { settings, database: databasePart, engine: enginePart },
  make: ({ settings: { brand }, database, engine }) => ({
    operations: createWorkspaceRoutes({ database, engine, brand }),
  }),
});
