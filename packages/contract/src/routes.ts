/**
 * Where each operation lives: plain data without schemas, so that a browser can carry it. The full operations, with
 * what they take and answer, are in `operations/`.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters stand in braces. Every path is served with and without a trailing slash. */
  readonly path: string;
  readonly tag: string;
}

const deployment = '/api/v1/deployments/{deploymentId}';

export const routes = {
  signIn: { method: 'POST', path: '/api/v1/sign-in', tag: 'Identity' },
  signOut: { method: 'POST', path: '/api/v1/sign-out', tag: 'Identity' },
  getCurrentUser: { method: 'GET', path: '/api/v1/users/me', tag: 'Identity' },
  getApiKeys: { method: 'GET', path: '/api/v1/api-keys', tag: 'API Keys' },
  createApiKey: { method: 'POST', path: '/api/v1/api-keys', tag: 'API Keys' },
  revokeApiKey: { method: 'DELETE', path: '/api/v1/api-keys/{apiKeyId}', tag: 'API Keys' },

  getAppConfig: { method: 'GET', path: '/api/v1/app-config', tag: 'App Theme' },
  getSpec: { method: 'GET', path: '/api/v1/spec', tag: 'OpenAPI Spec' },

  getDeployments: { method: 'GET', path: '/api/v1/deployments', tag: 'Deployments' },
  getDeployment: { method: 'GET', path: deployment, tag: 'Deployments' },
  deploymentToken: { method: 'POST', path: `${deployment}/token`, tag: 'Deployments' },

  getFolders: { method: 'GET', path: `${deployment}/folders`, tag: 'Folders' },
  createFolder: { method: 'POST', path: `${deployment}/folders`, tag: 'Folders' },
  updateFolder: { method: 'PUT', path: `${deployment}/folders/{folderId}`, tag: 'Folders' },
  deleteFolder: { method: 'DELETE', path: `${deployment}/folders/{folderId}`, tag: 'Folders' },
  getFolderAncestors: { method: 'GET', path: `${deployment}/folders/{folderId}/ancestors`, tag: 'Folders' },

  getReports: { method: 'GET', path: `${deployment}/reports`, tag: 'Reports' },
  createReport: { method: 'POST', path: `${deployment}/reports`, tag: 'Reports' },
  getReport: { method: 'GET', path: `${deployment}/reports/{reportId}`, tag: 'Reports' },
  updateReport: { method: 'PUT', path: `${deployment}/reports/{reportId}`, tag: 'Reports' },
  deleteReport: { method: 'DELETE', path: `${deployment}/reports/{reportId}`, tag: 'Reports' },
  refreshReport: { method: 'PUT', path: `${deployment}/reports/{reportId}/refresh`, tag: 'Reports' },

  getWorkbooks: { method: 'GET', path: `${deployment}/workbooks`, tag: 'Workbooks' },
  createWorkbook: { method: 'POST', path: `${deployment}/workbooks`, tag: 'Workbooks' },
  getWorkbook: { method: 'GET', path: `${deployment}/workbooks/{workbookId}`, tag: 'Workbooks' },
  updateWorkbook: { method: 'PUT', path: `${deployment}/workbooks/{workbookId}`, tag: 'Workbooks' },
  deleteWorkbook: { method: 'DELETE', path: `${deployment}/workbooks/{workbookId}`, tag: 'Workbooks' },
  updateWorkbookDashboard: {
    method: 'PUT',
    path: `${deployment}/workbooks/{workbookId}/dashboard`,
    tag: 'Workbooks',
  },
  publishDashboard: {
    method: 'POST',
    path: `${deployment}/workbooks/{workbookId}/publish`,
    tag: 'Workbooks',
  },

  workspaceObjects: { method: 'GET', path: `${deployment}/workspace`, tag: 'Workspace' },
  moveWorkspaceObject: { method: 'POST', path: `${deployment}/workspace/move`, tag: 'Workspace' },
  bulkMoveWorkspaceObjects: { method: 'POST', path: `${deployment}/workspace/bulk-move`, tag: 'Workspace' },

  generateSession: { method: 'POST', path: '/api/v1/embed/generate-session', tag: 'Embed' },
  postTokenBySessionId: { method: 'POST', path: '/api/v1/embed/session/token', tag: 'Embed' },
  getDashboard: { method: 'GET', path: '/api/v1/embed/dashboard/{publicId}', tag: 'Embed' },
  updateDashboardEmbedding: { method: 'PATCH', path: '/api/v1/embed/dashboard/{publicId}', tag: 'Embed' },
  getEmbedAllowedOrigins: { method: 'GET', path: '/api/v1/embed/allowed-origins', tag: 'Embed' },
  updateEmbedAllowedOrigins: { method: 'PUT', path: '/api/v1/embed/allowed-origins', tag: 'Embed' },
} as const satisfies Record<string, Route>;

export type OperationId = keyof typeof routes;
