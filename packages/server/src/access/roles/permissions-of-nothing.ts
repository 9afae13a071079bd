import type { Permission } from '@oriel/contract';

/**
 * Permissions that grant nothing here, each with the reason: they are in the catalogue for roles that come from
 * elsewhere. One that comes to guard something leaves this list.
 */
export const permissionsOfNothing = {
  APMRead: 'There is no history of queries.',
  PreAggregationBuild: 'There are no pre-aggregations.',
  AlertsCreate: 'There are no alerts.',
  AlertsRead: 'There are no alerts.',
  AlertsUpdate: 'There are no alerts.',
  AlertsDelete: 'There are no alerts.',
  BillingRead: 'There are no bills.',
  SqlRunnerRead: 'There is no SQL runner.',
  DataAssetsRead: 'There are no data assets.',
  DataAssetsManage: 'There are no data assets.',
  svcNetworkConnect: 'There is no network between deployments.',
  McpToolsManage: 'Every tool is there for who may use what it does.',
  OAuthIntegrationsIssueTokens: 'Each person connects for themselves.',
  ChartPalettesManage: 'Palettes are settings of the account, for its administrators.',
  DashboardThemesManage: 'Themes are settings of the account, for its administrators.',
  ReportRead: 'Items are shared by their access.',
  ReportEdit: 'Items are shared by their access.',
  ReportManage: 'Items are shared by their access.',
  WorkbookRead: 'Items are shared by their access.',
  WorkbookEdit: 'Items are shared by their access.',
  WorkbookManage: 'Items are shared by their access.',
  FolderRead: 'Items are shared by their access.',
  FolderEdit: 'Items are shared by their access.',
  FolderManage: 'Items are shared by their access.',
  DeploymentsManage: 'What it comes to is said by the permissions of single deployments.',
} as const satisfies Partial<Record<Permission, string>>;
