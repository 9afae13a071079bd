/**
 * Who may call an operation at all. Finer rules, such as edit access to one folder, are the service's and stand in
 * the operation's description.
 */
export interface Access {
  /**
   * `user` is a person in the console or a program with an API key; `embed` is an embed session's token, `creator` one
   * in creator mode; `data` is a data token of the query API.
   */
  readonly principals: readonly ('anonymous' | 'user' | 'embed' | 'creator' | 'data')[];
  /** The least that a user must be. */
  readonly role: 'Viewer' | 'Explorer' | 'Developer' | 'Admin';
  /** What a user must be permitted besides. */
  readonly permission?: Permission;
  /** Whether only a person who has signed in to the console may call it, with no key or token; default false. */
  readonly isInPerson?: boolean;
  /** Whether a session may call it that is good for nothing but setting up a second factor; default false. */
  readonly takesEnrolling?: boolean;
  /** Whether `Authorization: Api-Key` is taken as well as `Bearer`; default false. */
  readonly takesApiKeyScheme?: boolean;
}

export const anyone: Access = { principals: ['anonymous', 'user', 'embed'], role: 'Viewer' };
export const signedIn: Access = { principals: ['user'], role: 'Viewer' };
/** For people in the console alone: what decides on who gets in is changed by no program. */
export const inPerson: Access = { principals: ['user'], role: 'Viewer', isInPerson: true };
export const signedInOrEmbed: Access = { principals: ['user', 'embed'], role: 'Viewer' };
/** For viewers alone: what they write is theirs, and no key speaks for them. */
export const embedOnly: Access = { principals: ['embed'], role: 'Viewer' };
/** Also for embed sessions in creator mode, which have content of their own. */
export const signedInOrCreator: Access = { principals: ['user', 'creator'], role: 'Viewer' };
export const authorOrCreator: Access = { principals: ['user', 'creator'], role: 'Explorer' };
export const author: Access = { principals: ['user'], role: 'Explorer' };
export const authorOrEmbed: Access = { principals: ['user', 'embed'], role: 'Explorer' };
export const adminOnly: Access = { principals: ['user'], role: 'Admin' };
export const adminOrEmbed: Access = { principals: ['user', 'embed'], role: 'Admin' };

/** What a role may permit, by the names of the default brand. */
export const permissions = [
  'All',
  'DeploymentsManage',
  'DeploymentCreate',
  'DeploymentRead',
  'DeploymentUpdate',
  'DeploymentDelete',
  'SecretsManage',
  'DownloadData',
  'PlaygroundRead',
  'SchemaRead',
  'SchemaUpdate',
  'SchemaUpdateDevBranches',
  'APMRead',
  'ChatHistoryRead',
  'PreAggregationBuild',
  'AlertsCreate',
  'AlertsRead',
  'AlertsUpdate',
  'AlertsDelete',
  'AuditLogManage',
  'BillingRead',
  'SqlRunnerRead',
  'DataAssetsRead',
  'DataAssetsManage',
  'svcNetworkConnect',
  'ReportRead',
  'ReportEdit',
  'ReportManage',
  'WorkbookManage',
  'WorkbookRead',
  'WorkbookEdit',
  'ChatThreadRead',
  'AgentManage',
  'AgentRead',
  'AgentSpaceManage',
  'AgentAdmin',
  'DeploymentAgentRead',
  'OAuthIntegrationsManage',
  'OAuthIntegrationsIssueTokens',
  'McpToolsManage',
  'AIBIDevelop',
  'AIBIExplore',
  'AIBIView',
  'ChartPalettesManage',
  'DashboardThemesManage',
  'AIBIDeveloper',
  'AIBIUser',
  'AIBIViewer',
  'EmbedDeploymentRead',
  'EmbedDashboardRead',
  'FolderRead',
  'FolderEdit',
  'FolderManage',
] as const;

export type Permission = (typeof permissions)[number];
