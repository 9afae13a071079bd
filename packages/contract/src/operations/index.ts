import type { OperationTypesOf } from '../operation.ts';
import type { OperationId } from '../routes.ts';
import { deploymentOperations } from './deployment-operations.ts';
import { embedOperations } from './embed-operations.ts';
import { folderOperations } from './folder-operations.ts';
import { identityOperations } from './identity-operations.ts';
import { reportOperations } from './report-operations.ts';
import { workbookOperations } from './workbook-operations.ts';
import { workspaceOperations } from './workspace-operations.ts';

/** Every operation of the management API. A route without an operation does not compile. */
export const operations = {
  ...identityOperations,
  ...deploymentOperations,
  ...folderOperations,
  ...reportOperations,
  ...workbookOperations,
  ...workspaceOperations,
  ...embedOperations,
} satisfies Record<OperationId, unknown>;

/** What each operation takes and answers, by its id. */
export type OperationTypes = { [Id in OperationId]: OperationTypesOf<(typeof operations)[Id]> };
