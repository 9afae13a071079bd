export { serverBrands, type ServerBrand } from './brand.ts';
export { DASHBOARD_LAYOUT_DEFAULTS } from './dashboard-layout.ts';
export {
  errors,
  refuse,
  Refusal,
  RETRY_AFTER_SECONDS,
  retiredErrorCodes,
  type ErrorCode,
  type ErrorValues,
  type FieldIssue,
} from './errors.ts';
export * as limits from './limits.ts';
export type { Access, Operation } from './operation.ts';
export { operations, type OperationTypes } from './operations/index.ts';
export { featuresIn, reportFeatureNames, withFeatures, type ReportFeatures } from './report-features.ts';
export { routes, type OperationId, type Route } from './routes.ts';
export { namedSchemas } from './schema.ts';
export * from './schemas/app-config.ts';
export * from './schemas/common.ts';
export * from './schemas/dashboard-content.ts';
export * from './schemas/dashboard-inputs.ts';
export * from './schemas/dashboards.ts';
export * from './schemas/deployments.ts';
export * from './schemas/embedding.ts';
export * from './schemas/folders.ts';
export * from './schemas/identity.ts';
export * from './schemas/problem.ts';
export * from './schemas/report-inputs.ts';
export * from './schemas/reports.ts';
export * from './schemas/workbooks.ts';
export * from './schemas/workspace.ts';
