/** One file for each resource: its schemas and its operations. */
export * from './app-config.ts';
export * from './common.ts';
export * from './dashboards.ts';
export * from './deployments.ts';
export * from './embedding.ts';
export * from './folders.ts';
export * from './identity.ts';
export * from './image-hosts.ts';
export * from './query.ts';
export * from './report-content.ts';
export * from './reports.ts';
export * from './roles.ts';
export * from './themes.ts';
export * from './users.ts';
export * from './widgets.ts';
export * from './workbooks.ts';
export * from './workspace.ts';
