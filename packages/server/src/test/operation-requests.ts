import { operations, type Dashboard, type OperationId } from '@oriel/contract';
import type { TestApp } from './test-app.ts';
import type { WorkspaceCalls } from './workspace-calls.ts';

/** Text in everything that {@link makeThings} makes: whoever may not see it must never be answered with it. */
export const SECRET = 'Quarterly secrets';

/** The ids that requests name. */
export interface Things {
  deploymentId: number;
  folderId: number;
  workbookId: number;
  reportId: number;
  apiKeyId: number;
  /** Of a published dashboard. */
  publicId: string;
}

/** A set of things that exist, new ones each time, as the administrator of a test app. */
export async function makeThings(world: TestApp, calls: WorkspaceCalls): Promise<Things> {
  const { id: folderId } = await calls.makeFolder(`${SECRET} ${crypto.randomUUID()}`);
  const { id: workbookId } = await calls.makeWorkbook(SECRET);
  const { id: reportId } = await calls.makeReport({ name: SECRET });
  const { publicId } = await calls.ok<Dashboard>('POST', `/workbooks/${workbookId}/publish`, {
    body: { workbookId, config: { title: SECRET, widgets: [] } },
  });
  const made = await world.call({ method: 'POST', path: '/api/v1/api-keys', body: { name: SECRET } });
  const { apiKey } = made.json() as { apiKey: { id: number } };
  return { deploymentId: world.deploymentId, folderId, workbookId, reportId, apiKeyId: apiKey.id, publicId };
}

/** The same request about things that do not exist. */
export const missingThings: Things = {
  deploymentId: 900_001,
  folderId: 900_002,
  workbookId: 900_003,
  reportId: 900_004,
  apiKeyId: 900_005,
  publicId: 'Missing00000',
};

export interface OperationRequest {
  method: (typeof operations)[OperationId]['method'];
  url: string;
  payload?: object;
}

/** A request for an operation that is valid, and that its access lets through for whoever may see and change the things. */
export function requestFor(id: OperationId, things: Things): OperationRequest {
  const { method, path } = operations[id];
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    // A parameter that is none of the keys is undefined, and the next line says so.
    const value = things[name as keyof Things] as Things[keyof Things] | undefined;
    if (value === undefined) throw new Error(`Nothing is made for the parameter ${name} of ${id}`);
    return String(value);
  });
  const query = queries[id]?.(things);
  const payload = bodies[id]?.(things) ?? (method === 'GET' || method === 'DELETE' ? undefined : {});
  return { method, url: url + (query === undefined ? '' : `?${query}`), ...(payload && { payload }) };
}

const query = { measures: ['orders.count'] };
const queryInAddress = () => `query=${encodeURIComponent(JSON.stringify(query))}`;

const queries: Partial<Record<OperationId, (things: Things) => string>> = {
  loadByAddress: queryInAddress,
  compileSqlByAddress: queryInAddress,
  dryRunByAddress: queryInAddress,
  getFolders: ({ folderId }) => `parentId=${folderId}`,
  getReports: ({ folderId, workbookId }) => `folderId=${folderId}&workbookId=${workbookId}`,
  getWorkbooks: ({ folderId }) => `folderId=${folderId}`,
  workspaceObjects: ({ folderId }) => `folderId=${folderId}`,
};

const bodies: Partial<Record<OperationId, (things: Things) => object>> = {
  load: () => ({ query }),
  compileSql: () => ({ query }),
  dryRun: () => ({ query }),
  loadBatch: () => ({ queries: [{ id: 'one', query }] }),
  createApiKey: ({ deploymentId }) => ({ name: 'Key', deploymentIds: [deploymentId] }),
  createFolder: ({ folderId }) => ({ name: 'Folder', parentId: folderId }),
  createReport: ({ folderId, workbookId }) => ({ folderId, workbookId }),
  createWorkbook: ({ folderId }) => ({ folderId }),
  publishDashboard: ({ workbookId }) => ({ workbookId, config: { widgets: [] } }),
  moveWorkspaceObject: ({ reportId, folderId }) => ({ type: 'REPORT', id: reportId, folderId }),
  bulkMoveWorkspaceObjects: ({ reportId, workbookId, folderId }) => ({
    items: [
      { type: 'REPORT', id: reportId },
      { type: 'WORKBOOK', id: workbookId },
      { type: 'FOLDER', id: folderId },
    ],
  }),
  generateSession: ({ deploymentId }) => ({ deploymentId, externalId: 'viewer' }),
  updateDashboardEmbedding: () => ({ allowEmbed: true }),
  updateEmbedAllowedOrigins: () => ({ origins: [] }),
};
