import type { Tables } from './tables.ts';

/** A table with changes that the audit log tells. Columns are named as fields. */
export interface AuditedTable {
  /** What a row is called in the log. */
  readonly resource: string;
  /** The columns that name a row; default `id`. */
  readonly key?: readonly string[];
  /** Columns of which the log says only that they have changed. */
  readonly secret?: readonly string[];
  /** Columns that the server keeps by itself: a change of nothing else is none. Times of the last change are always so. */
  readonly kept?: readonly string[];
  /** Columns that are mostly changed alone and often, such as where something lies; short values that are no secret. */
  readonly frequent?: readonly string[];
}

/** A table with changes that the audit log does not tell, and why. */
export interface UnauditedTable {
  readonly unaudited: string;
}

const usage = { unaudited: 'It is noted by using something, which changes nothing.' };
const upload = { unaudited: 'The log has the build that a finished upload makes.' };
const limit = { unaudited: 'It counts requests.' };
const ticket = {
  unaudited: 'It lasts minutes or an hour; what it rests on is in the log as the grant or the client.',
};
const session = {
  unaudited:
    'Every page that a viewer opens has one for some minutes; what it may show is in the log where it was given.',
};

const refusal = { unaudited: 'It is noted of pages that were refused, which changes nothing.' };

/** Every table, with what the audit log tells of its changes: a new one does not compile without an entry. */
export const auditedTables: { readonly [Table in keyof Tables]: AuditedTable | UnauditedTable } = {
  tenants: { resource: 'account', secret: ['embedSecret'] },
  embedSecrets: {
    resource: 'embedSecret',
    key: ['tenantId'],
    secret: ['encryptedSecret'],
    kept: ['keyId'],
  },
  tenantHosts: { resource: 'accountHost', key: ['host'] },
  users: { resource: 'user', secret: ['passwordHash'], kept: ['lastLogin', 'accessVersion'] },
  userInvitations: { resource: 'invitation', key: ['userId'], secret: ['hash'] },
  passwordResets: { resource: 'passwordReset', secret: ['hash'] },
  groups: { resource: 'group' },
  groupMembers: { resource: 'groupMember', key: ['groupId', 'userId'] },
  roles: { resource: 'role', kept: ['revision'] },
  userRoles: { resource: 'userRole', key: ['userId', 'roleId'] },
  groupRoles: { resource: 'groupRole', key: ['groupId', 'roleId'] },
  provisioningSettings: { resource: 'provisioningSettings', key: ['tenantId'] },
  groupRoleMappings: { resource: 'groupRoleMapping' },
  deployments: { resource: 'deployment', secret: ['apiSecret'], kept: ['runtimeVersion'] },
  apiSecrets: {
    resource: 'apiSecret',
    key: ['deploymentId'],
    secret: ['encryptedSecret'],
    kept: ['keyId'],
  },
  deploymentVariables: {
    resource: 'variable',
    key: ['deploymentId', 'name'],
    secret: ['value', 'encryptedValue'],
    kept: ['keyId'],
  },
  deploymentEnvironments: { resource: 'environment' },
  modelBranches: { resource: 'branch' },
  devModes: { resource: 'devMode' },
  modelUploads: upload,
  modelUploadFiles: upload,
  modelBuilds: { resource: 'build', kept: ['state', 'errorText', 'finishedAt', 'isPruned'] },
  transformSyncs: {
    resource: 'transformSync',
    secret: ['manifest', 'contents'],
    kept: ['stage', 'stats', 'phases', 'log', 'generated', 'kept', 'failedPhase', 'updatedAt'],
  },
  gitRemotes: {
    resource: 'gitRemote',
    key: ['deploymentId'],
    secret: ['encryptedSecret'],
    kept: [
      'keyId',
      'state',
      'errorText',
      'branches',
      'failures',
      'attemptedAt',
      'syncedAt',
      'nextSyncAt',
      'claimedUntil',
      'hostKeys',
    ],
  },
  gitProviderLinks: {
    resource: 'gitProviderLink',
    key: ['userId'],
    secret: ['encryptedSecret'],
    kept: ['keyId'],
  },
  oauthIntegrations: { resource: 'oauthIntegration', secret: ['encryptedSecret'], kept: ['keyId'] },
  userOauthTokens: {
    resource: 'userOauthToken',
    key: ['integrationId', 'userId'],
    // No secret but the first; a column with such a name is never shown.
    secret: ['encryptedSecret', 'hasRefreshToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt'],
    kept: [
      'keyId',
      'hasRefreshToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'connectionId',
      'nextRefreshAt',
      'claimId',
      'claimedUntil',
    ],
  },
  oauthFlows: { unaudited: 'The log has the connection that comes of one.' },
  oidcTokenConfigs: { resource: 'oidcTokenConfig' },
  workloadTokens: { resource: 'workloadToken' },
  gitWebhookDeliveries: {
    unaudited: 'It tells a webhook that is sent twice; what comes of one is in the builds.',
  },
  environmentTokens: { resource: 'environmentToken', secret: ['hash', 'securityContext'] },
  apiKeys: { resource: 'apiKey', secret: ['hash'], kept: ['lastUsedAt'] },
  identityProviders: {
    resource: 'identityProvider',
    secret: ['encryptedSecret'],
    kept: ['keyId', 'testedAt'],
  },
  userIdentities: { resource: 'userIdentity', key: ['providerId', 'subject'], kept: ['lastUsedAt'] },
  identityProviderTests: { unaudited: 'It holds what a provider has said of an administrator.' },
  signOnTransactions: {
    unaudited: 'It is a sign-in that has begun; the log has the session that it ends in.',
  },
  spentProviderTokens: { unaudited: 'It tells a token that is sent twice.' },
  authenticationSettings: { resource: 'authenticationSettings', key: ['tenantId'] },
  signInBuckets: limit,
  knownDevices: usage,
  consoleSessions: {
    resource: 'consoleSession',
    secret: ['hash', 'providerSession'],
    kept: ['lastUsedAt', 'authenticatedAt', 'passkeyChallenge', 'passkeyChallengeExpiresAt'],
  },
  totpSecrets: {
    resource: 'totpSecret',
    key: ['userId'],
    secret: ['encryptedSecret'],
    kept: ['keyId', 'lastStep'],
  },
  recoveryCodes: { resource: 'recoveryCode', secret: ['hash'] },
  passkeys: {
    resource: 'passkey',
    secret: ['credentialId', 'publicKey'],
    kept: ['counter', 'lastUsedAt'],
  },
  signInChallenges: { unaudited: 'It lasts for minutes; what comes of one is in the log as a session.' },
  folders: { resource: 'folder', kept: ['path'], frequent: ['parentId', 'updatedBy'] },
  workbooks: { resource: 'workbook', kept: ['contentBytes'], frequent: ['folderId'] },
  reports: { resource: 'report', kept: ['currentQueryChecksum', 'contentBytes'], frequent: ['folderId'] },
  reportPlacements: { resource: 'reportPlacement', key: ['reportId', 'id'] },
  dashboards: { resource: 'dashboard' },
  dashboardVersions: { resource: 'dashboardVersion', kept: ['contentBytes'] },
  grants: { resource: 'grant' },
  workspaceFavorites: { resource: 'favorite', key: ['userId', 'resourceType', 'resourceId'] },
  viewerFavorites: { resource: 'favorite', key: ['embedUserId', 'resourceType', 'resourceId'] },
  workspaceViews: usage,
  trash: { unaudited: 'The log has the items that were deleted and restored.' },
  bulkMoves: { unaudited: 'The log has the items that were moved.' },
  embedTenants: { resource: 'embedTenant' },
  embedUsers: { resource: 'embedUser', kept: ['lastLogin'] },
  embedUserDeployments: { resource: 'embedUserDeployment', key: ['embedUserId', 'deploymentId'] },
  embedTenantDeployments: { resource: 'embedTenantDeployment', key: ['embedTenantId', 'deploymentId'] },
  embedUserGroups: { resource: 'embedUserGroup', key: ['embedUserId', 'groupId'] },
  embedTenantGroups: { resource: 'embedTenantGroup' },
  embedTenantGroupMembers: { resource: 'embedTenantGroupMember', key: ['groupId', 'embedUserId'] },
  userAttributes: { resource: 'userAttribute' },
  userAttributeValues: { resource: 'userAttributeValue', key: ['attributeId', 'userId'] },
  embedUserAttributeValues: { resource: 'embedUserAttributeValue', key: ['attributeId', 'embedUserId'] },
  oauthClients: { resource: 'oauthClient', secret: ['secretHash'] },
  oauthGrants: { resource: 'oauthGrant', secret: ['key', 'payload'], kept: ['lastUsedAt'] },
  oauthAccessTokens: ticket,
  oauthTickets: ticket,
  providerIdTokens: { unaudited: 'It goes with the console session that it is of.' },
  signingKeys: { unaudited: 'They belong to the installation, and to no account.' },
  rateLimitBuckets: limit,
  embedSignInCodes: { unaudited: 'It lasts for a minute, and hands on the session in which it was made.' },
  embedSessions: session,
  refusedEmbedSessions: refusal,
  refusedEmbedOrigins: refusal,
  revokedEmbedSessions: { resource: 'revokedEmbedSession', key: ['hash'], secret: ['hash'] },
  idempotencyKeys: { unaudited: 'It holds answers, each beside the change that it is of.' },
  itemOutcomes: { unaudited: 'It holds parts of answers, each beside the change that it is of.' },
  notifications: { resource: 'notification', kept: ['nextRunAt'] },
  notificationRecipients: { resource: 'notificationRecipient', secret: ['overrides'] },
  notificationRuns: { resource: 'notificationRun' },
  notificationDeliveries: {
    unaudited: 'Jobs write it; its runs are in the log where a user has started them.',
  },
  dashboardExports: { resource: 'dashboardExport', secret: ['request', 'content'] },
  dashboardAppAddresses: { unaudited: 'It lasts for an hour, and lets the files of an app be read.' },
  auditEntries: { unaudited: 'It is the log itself.' },
  agentSpaces: { resource: 'agentSpace' },
  agents: { resource: 'agent' },
  pythonResults: { unaudited: 'It is rows that a report has left, and says who ran it when.' },
  dashboardComments: { resource: 'dashboardComment', secret: ['body'] },
  dashboardCommentMails: { unaudited: 'Jobs write it, for comments that are in the log.' },
  mentionMailStops: { resource: 'mentionMailStop', key: ['dashboardId', 'embedUserId'] },
  dashboardCommentSeen: { unaudited: 'It is noted by reading, which changes nothing.' },
  agentMemories: { resource: 'agentMemory', secret: ['text'] },
  chatThreads: {
    resource: 'chatThread',
    secret: ['title'],
    kept: [
      'change',
      'turnMessageId',
      'turnServer',
      'turnBeatAt',
      'isTurnAborted',
      'suspendedMessageId',
      'suspendedAt',
    ],
  },
  chatMessages: { unaudited: 'The log has the thread; what is said in it is for its readers.' },
  chatModelMessages: { unaudited: 'The log has the thread; what is said in it is for its readers.' },
  chatThreadReaders: { resource: 'chatThreadReader' },
  aiSummaries: { unaudited: 'The log has the threads; this says which one a widget shows to whom.' },
  chatUsage: { unaudited: 'It counts tokens.' },
  modelEndpoints: {
    resource: 'modelEndpoint',
    key: ['tenantId'],
    secret: ['encryptedSecret'],
    kept: ['keyId'],
  },
};
