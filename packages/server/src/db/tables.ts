import type {
  AttributeByClaim,
  AuditEntryAction,
  CalculatedField,
  ChatFrame,
  ChatThreadKind,
  CreateDeploymentInputCloudProvider,
  CreateDeploymentInputCreationMethod,
  CreateDeploymentInputDeployMode,
  CspsConfig,
  DashboardAppSource,
  DashboardConfig,
  DashboardExportStatus,
  DashboardFilter,
  DashboardMemberSwitcher,
  DashboardTimeGrain,
  DeploymentEnvironmentType,
  DeploymentSettings,
  EnvironmentTokenScope,
  GitRemoteBranch,
  GitRemoteKind,
  GitRemoteState,
  IdentityProviderKind,
  ModelBuildCause,
  ModelBuildState,
  NotificationDeliveryStatus,
  NotificationFormat,
  NotificationRunCause,
  NotificationRunStatus,
  NotificationScheduleType,
  OAuthClient,
  OAuthGrantType,
  OAuthScope,
  PivotItems,
  Policy,
  ProviderClaims,
  ProvisioningPlan,
  ReleaseChannel,
  ReportHost,
  ReportPlacementResultChecksum,
  ReportSnapshot,
  ReportSource,
  TransformGeneratedFileContent,
  TransformSyncKeptFile,
  TransformSyncLogEntry,
  TransformSyncRunPhase,
  TransformSyncRunsQueryTrigger,
  TransformSyncRunStats,
  ScimEmail,
  UserOAuthToken,
  UserSettings,
} from '@oriel/contract';
import type { CredentialClaims } from '../access/credential-claims.ts';
import type { AuditCaller } from './audit-caller.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ModelMessage } from 'ai';
import type { ModelProvider } from './stored-model-provider.ts';
import type { PublicJwk } from './stored-jwk.ts';
import type { DbtManifest } from './stored-manifest.ts';
import type { ExportRequest, RenderingOverrides } from './stored-renderings.ts';

/** What a deleted item had. */
export interface TrashContent {
  /** The rows by their tables, as they were stored. */
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[] | null>>;
  /** By `table.column`: the rows that referred to it and refer to nothing now, and to which of its rows. */
  readonly links: Readonly<
    Record<string, readonly { readonly id: number; readonly target: number }[] | null>
  >;
}

/**
 * The tables as `migrations/` makes them, for typed queries: `deploymentId` is the column `deployment_id`
 * (`column-names.ts`). Timestamps come out as ISO 8601 texts (see
 * `database.ts`), `jsonb` as values, `bytea` as buffers.
 */
export interface Tables {
  tenants: {
    id: Generated<number>;
    name: string;
    displayName: string | null;
    /** Of a server before secrets were encrypted; see `embedSecrets`. */
    embedSecret: string | null;
    embedAllowedOrigins: Generated<string[]>;
    imageHosts: Generated<string[]>;
    appConfig: GeneratedJson;
    settings: GeneratedJson;
    auditRetentionDays: Generated<number>;
    createdAt: Generated<string>;
  };
  embedSecrets: { tenantId: number; encryptedSecret: Buffer; keyId: string };
  tenantHosts: { host: string; tenantId: number };
  users: {
    id: Generated<number>;
    tenantId: number;
    email: string;
    username: string;
    firstName: string | null;
    picture: string | null;
    role: BuiltInRole | null;
    passwordHash: string | null;
    isDeactivated: Generated<boolean>;
    lastLogin: string | null;
    title: string | null;
    externalId: string | null;
    givenName: string | null;
    familyName: string | null;
    emails: JSONColumnType<ScimEmail[]> | null;
    settings: ColumnType<UserSettings, string | undefined, string>;
    notifications: Generated<string[]>;
    tosAccepted: Json | null;
    /** Kept by triggers. */
    accessVersion: ColumnType<number, never, never>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  userInvitations: { userId: number; hash: Buffer; expiresAt: string };
  passwordResets: {
    id: Generated<number>;
    hash: Buffer;
    userId: number;
    createdAt: Generated<string>;
    expiresAt: string;
  };
  groups: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    description: string | null;
    role: BuiltInRole | null;
    externalId: string | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  groupMembers: { groupId: number; userId: number; createdAt: Generated<string> };
  roles: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    description: string | null;
    policies: ColumnType<Policy[], string, string>;
    revision: Generated<number>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  userRoles: { userId: number; roleId: number };
  groupRoles: { groupId: number; roleId: number };
  provisioningSettings: {
    tenantId: number;
    defaultRole: Generated<Exclude<BuiltInRole, 'Admin'>>;
    defaultRoleId: number | null;
  };
  groupRoleMappings: {
    id: Generated<number>;
    tenantId: number;
    groupName: string;
    role: Exclude<BuiltInRole, 'Admin'> | null;
    roleId: number | null;
  };
  deployments: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    creationStep: Generated<string>;
    deployBranch: Generated<string>;
    /** Of a server before secrets were encrypted; see `apiSecrets`. */
    apiSecret: string | null;
    cloudProvider: CreateDeploymentInputCloudProvider | null;
    creationMethod: CreateDeploymentInputCreationMethod | null;
    deployMode: CreateDeploymentInputDeployMode | null;
    isManaged: boolean | null;
    region: string | null;
    targetPlatform: string | null;
    deployProjectRoot: Generated<string>;
    deployBranchReadOnly: Generated<boolean>;
    deployBranchMergeAllowed: Generated<boolean>;
    releaseChannel: Generated<ReleaseChannel>;
    releaseChannelVersionHold: boolean | null;
    template: Generated<DeploymentSettings['template']>;
    templateVariables: Json | null;
    customDomain: string | null;
    defaultLaunchpadViewGroup: string | null;
    launchpadTabs: string[] | null;
    cspsConfig: JSONColumnType<CspsConfig> | null;
    /** Grows with each change of what its runtimes start from besides the data model. */
    runtimeVersion: Generated<number>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
    isDataChatAllowed: Generated<boolean>;
  };
  apiSecrets: { deploymentId: number; encryptedSecret: Buffer; keyId: string };
  deploymentVariables: {
    deploymentId: number;
    name: string;
    /** Of before values were encrypted; a server encrypts it when it starts. */
    value: string | null;
    encryptedValue: Buffer | null;
    keyId: string | null;
  };
  deploymentEnvironments: {
    id: Generated<number>;
    deploymentId: number;
    type: DeploymentEnvironmentType;
    /** Null of production. */
    branch: string | null;
    /** Of development. */
    userId: number | null;
    createdAt: Generated<string>;
  };
  modelBranches: {
    id: Generated<number>;
    deploymentId: number;
    name: string;
    /** Null is the branch that is deployed. */
    parentId: number | null;
    isDev: Generated<boolean>;
    ownerId: number | null;
    apiKeyId: number | null;
    isStagingEnabled: Generated<boolean>;
    createdAt: Generated<string>;
  };
  devModes: {
    id: Generated<number>;
    deploymentId: number;
    userId: number;
    /** Null of the console. */
    apiKeyId: number | null;
    branchId: number;
    createdAt: Generated<string>;
  };
  modelUploads: {
    id: string;
    deploymentId: number;
    branch: string;
    baseCommit: string;
    root: string;
    userId: number;
    fileCount: Generated<number>;
    sizeBytes: Generated<number>;
    finishedCommit: string | null;
    createdAt: Generated<string>;
    expiresAt: string;
  };
  modelUploadFiles: { uploadId: string; path: string; hash: string; content: Buffer };
  modelBuilds: {
    id: Generated<number>;
    deploymentId: number;
    branch: string;
    commitId: string;
    runtimeVersion: number;
    cause: ModelBuildCause;
    state: Generated<ModelBuildState>;
    errorText: string | null;
    isHeld: Generated<boolean>;
    isPruned: Generated<boolean>;
    createdBy: number | null;
    createdAt: Generated<string>;
    finishedAt: string | null;
  };
  transformSyncs: {
    id: string;
    number: ColumnType<number, never, never>;
    deploymentId: number;
    userId: number | null;
    trigger: TransformSyncRunsQueryTrigger;
    source: 'git' | 'manifest';
    output: 'branch' | 'files';
    gitRef: string | null;
    branch: string;
    makesBranch: boolean;
    status: Generated<'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
    stage: Generated<string>;
    manifest: NullableJson<DbtManifest>;
    stats: GeneratedColumn<TransformSyncRunStats>;
    phases: GeneratedColumn<TransformSyncRunPhase[]>;
    log: GeneratedColumn<TransformSyncLogEntry[]>;
    generated: GeneratedColumn<string[]>;
    kept: GeneratedColumn<TransformSyncKeptFile[]>;
    contents: NullableJson<TransformGeneratedFileContent[]>;
    error: string | null;
    failedPhase: string | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
    finishedAt: string | null;
  };
  gitRemotes: {
    deploymentId: number;
    kind: GitRemoteKind;
    url: string;
    username: string | null;
    encryptedSecret: Buffer | null;
    keyId: string | null;
    publicKey: string | null;
    hostKeys: string | null;
    installationId: number | null;
    repositoryId: number | null;
    fullName: string | null;
    state: Generated<GitRemoteState>;
    errorText: string | null;
    branches: JSONColumnType<GitRemoteBranch[], string | undefined, string>;
    failures: Generated<number>;
    attemptedAt: string | null;
    syncedAt: string | null;
    nextSyncAt: Generated<string>;
    claimedUntil: string | null;
    connectedBy: number | null;
    createdAt: Generated<string>;
  };
  gitProviderLinks: {
    userId: number;
    login: string;
    encryptedSecret: Buffer;
    keyId: string;
    createdAt: Generated<string>;
  };
  oauthIntegrations: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    type: string;
    authUrl: string;
    tokenUrl: string;
    redirectUri: string;
    clientId: string;
    encryptedSecret: Buffer;
    keyId: string;
    scopes: string[] | null;
    config: NullableJson<Record<string, unknown>>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  userOauthTokens: {
    id: Generated<number>;
    integrationId: number;
    userId: number;
    status: UserOAuthToken['status'];
    lastError: string | null;
    encryptedSecret: Buffer | null;
    keyId: string | null;
    hasRefreshToken: Generated<boolean>;
    accessTokenExpiresAt: string | null;
    refreshTokenExpiresAt: string | null;
    connectionId: Generated<string>;
    nextRefreshAt: string | null;
    claimId: string | null;
    claimedUntil: string | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  oauthFlows: {
    stateHash: Buffer;
    integrationId: number;
    userId: number;
    sessionHash: Buffer | null;
    encryptedSecret: Buffer;
    keyId: string;
    expiresAt: string;
  };
  oidcTokenConfigs: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    audienceType: string;
    audience: string;
    subFormat: string | null;
    customClaims: NullableJson<Record<string, unknown>>;
    targetEnvVar: string | null;
    isEnabled: Generated<boolean>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  workloadTokens: {
    id: string;
    tenantId: number;
    configId: number | null;
    deploymentId: number | null;
    branch: string;
    audience: string;
    subject: string;
    issuedAt: Generated<string>;
    expiresAt: string;
  };
  gitWebhookDeliveries: {
    id: string;
    receivedAt: Generated<string>;
  };
  environmentTokens: {
    id: number;
    deploymentId: number;
    environmentId: number;
    hash: Buffer;
    /** What is shown of it later. */
    ending: string;
    securityContext: Json;
    scopes: EnvironmentTokenScope[];
    createdBy: number;
    createdAt: Generated<string>;
    expiresAt: string;
  };
  apiKeys: {
    id: Generated<number>;
    tenantId: number;
    userId: number;
    name: string;
    prefix: string;
    hash: Buffer;
    deploymentIds: number[] | null;
    isReadOnly: Generated<boolean>;
    /** Groups of operations; null: all. */
    tags: string[] | null;
    createdAt: Generated<string>;
    expiresAt: string | null;
    lastUsedAt: string | null;
    /** The key that it was made with, and goes with; null for one that a person made. */
    madeWith: number | null;
  };
  identityProviders: {
    id: Generated<number>;
    tenantId: number;
    kind: IdentityProviderKind;
    slug: string;
    name: string;
    isEnabled: Generated<boolean>;
    isManaged: Generated<boolean>;
    /** By its kind; the readers of each kind know which. */
    settings: ColumnType<Record<string, unknown>, string, string>;
    encryptedSecret: Buffer | null;
    keyId: string | null;
    provisionsUsers: Generated<boolean>;
    trustsEmails: Generated<boolean>;
    domains: Generated<string[]>;
    claims: ColumnType<ProviderClaims, string, string>;
    attributes: GeneratedColumn<AttributeByClaim[]>;
    testedAt: string | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  userIdentities: {
    id: Generated<number>;
    providerId: number;
    subject: string;
    userId: number;
    createdAt: Generated<string>;
    lastUsedAt: Generated<string>;
  };
  identityProviderTests: {
    providerId: number;
    userId: number | null;
    isSuccessful: boolean;
    error: string | null;
    claims: NullableJson<Record<string, unknown>>;
    plan: NullableJson<ProvisioningPlan>;
    testedAt: Generated<string>;
  };
  signOnTransactions: {
    hash: Buffer;
    browserHash: Buffer;
    providerId: number;
    testerId: number | null;
    next: string;
    details: GeneratedColumn<Record<string, string>>;
    expiresAt: string;
  };
  spentProviderTokens: { providerId: number; hash: Buffer; expiresAt: string };
  authenticationSettings: {
    tenantId: number;
    requiresProvider: Generated<boolean>;
    breakGlassUserId: number | null;
  };
  signInBuckets: { key: string; tokens: number; updatedAt: string };
  knownDevices: { id: Generated<number>; hash: Buffer; userId: number; lastUsedAt: Generated<string> };
  consoleSessions: {
    hash: Buffer;
    id: Generated<number>;
    userId: number;
    method: Generated<'password' | 'passkey' | 'oidc' | 'saml'>;
    identityProviderId: number | null;
    providerSubject: string | null;
    providerSession: string | null;
    userAgent: string | null;
    clientAddress: string | null;
    createdAt: Generated<string>;
    /** When the user last proved who they are. */
    authenticatedAt: Generated<string>;
    lastUsedAt: Generated<string>;
    expiresAt: string;
    isEnrolling: Generated<boolean>;
    passkeyChallenge: string | null;
    passkeyChallengeExpiresAt: string | null;
  };
  providerIdTokens: { sessionId: number; encryptedSecret: Buffer; keyId: string };
  totpSecrets: {
    userId: number;
    encryptedSecret: Buffer;
    keyId: string;
    createdAt: Generated<string>;
    confirmedAt: string | null;
    /** Of 30 seconds. */
    lastStep: Generated<number>;
  };
  recoveryCodes: { id: Generated<number>; userId: number; hash: Buffer };
  passkeys: {
    id: Generated<number>;
    userId: number;
    credentialId: Buffer;
    publicKey: Buffer;
    counter: number;
    transports: string[];
    name: string;
    isBackedUp: boolean;
    createdAt: Generated<string>;
    lastUsedAt: string | null;
  };
  signInChallenges: {
    hash: Buffer;
    tenantId: number;
    userId: number | null;
    passkeyChallenge: string | null;
    failures: Generated<number>;
    expiresAt: string;
  };
  folders: {
    id: Generated<number>;
    deploymentId: number;
    parentId: number | null;
    name: string;
    position: Generated<number>;
    path: number[];
    /** The viewer in creator mode who has made it. */
    embedUserId: Generated<number | null>;
    userId: number | null;
    createdBy: number | null;
    updatedBy: number | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  workbooks: {
    id: Generated<number>;
    deploymentId: number;
    folderId: number | null;
    name: string;
    slug: string | null;
    meta: GeneratedJson;
    calculatedFields: ColumnType<Record<string, CalculatedField>, string | undefined, string>;
    version: Generated<number>;
    restoredVersion: number | null;
    /** The viewer in creator mode who has made it. */
    embedUserId: Generated<number | null>;
    userId: number | null;
    createdBy: number | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  reports: {
    id: Generated<number>;
    deploymentId: number;
    /** Null of one that is shown with a placeholder: see `public-id.ts`. */
    publicId: string | null;
    workbookId: number | null;
    folderId: number | null;
    name: string;
    title: string | null;
    description: string | null;
    sqlQuery: string | null;
    jsonQuery: string | null;
    pivotItems: JSONColumnType<PivotItems> | null;
    meta: Json | null;
    version: Generated<number>;
    source: ReportSource | null;
    /** Of what the report asks; null while it asks nothing. The database keeps it. */
    currentQueryChecksum: ColumnType<string | null, never, never>;
    externalWorkbookId: string | null;
    resultLocation: string | null;
    endResultCell: string | null;
    /** The viewer in creator mode who has made it. */
    embedUserId: Generated<number | null>;
    userId: number | null;
    createdBy: number | null;
    refreshedBy: number | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  reportPlacements: {
    reportId: number;
    id: string;
    host: ReportHost | null;
    workbookId: string;
    workbookName: string | null;
    sheetId: string | null;
    sheetName: string | null;
    anchorCell: string | null;
    resultLocation: string;
    endResultCell: string | null;
    placedAt: Generated<string>;
    placedByUserId: number | null;
    refreshedAt: string | null;
    refreshedByUserId: number | null;
    queryChecksum: string | null;
    resultChecksum: JSONColumnType<ReportPlacementResultChecksum> | null;
  };
  dashboards: {
    id: Generated<number>;
    deploymentId: number;
    workbookId: number;
    publicId: string;
    status: Generated<'draft' | 'published' | 'archived'>;
    allowEmbed: Generated<boolean>;
    restrictDataDownload: Generated<boolean>;
    useBoardDashboards: Generated<boolean>;
    createdBy: number | null;
    createdAt: Generated<string>;
  };
  dashboardVersions: {
    id: Generated<number>;
    dashboardId: number;
    versionNumber: number;
    title: string | null;
    description: string | null;
    config: JSONColumnType<DashboardConfig>;
    reportSnapshots: ColumnType<ReportSnapshot[], string, string>;
    /** Null of versions of before tabs were recorded. */
    tabs: JSONColumnType<ReportTab[]> | null;
    restoredFrom: number | null;
    createdBy: number | null;
    createdAt: Generated<string>;
  };
  grants: {
    id: Generated<number>;
    deploymentId: number;
    /** A key of `resourceKinds` in access/resource-kinds.ts. */
    resourceType: string;
    resourceId: number;
    subjectType:
      | 'USER'
      | 'GROUP'
      | 'ORGANIZATION'
      | 'EMBED_TENANT'
      | 'ALL_EMBED_USERS'
      | 'EMBED_USER'
      | 'EMBED_GROUP';
    subjectId: Generated<number>;
    level: number;
  };
  workspaceFavorites: {
    userId: number;
    resourceType: 'FOLDER' | 'WORKBOOK' | 'REPORT';
    resourceId: number;
    createdAt: Generated<string>;
  };
  viewerFavorites: {
    embedUserId: number;
    resourceType: 'FOLDER' | 'WORKBOOK' | 'REPORT';
    resourceId: number;
    createdAt: Generated<string>;
  };
  workspaceViews: {
    userId: number;
    resourceType: string;
    resourceId: number;
    viewedAt: Generated<string>;
  };
  trash: {
    id: Generated<number>;
    deploymentId: number;
    itemType: 'FOLDER' | 'WORKBOOK' | 'REPORT';
    itemId: number;
    name: string;
    folderId: number | null;
    ownerId: number | null;
    /** Null for a viewer. */
    deletedBy: number | null;
    deletedAt: Generated<string>;
    undoId: string;
    content: JSONColumnType<TrashContent>;
  };
  bulkMoves: {
    id: string;
    deploymentId: number;
    userId: number;
    folderId: number | null;
    movedAt: Generated<string>;
    items: JSONColumnType<{ type: 'FOLDER' | 'WORKBOOK' | 'REPORT'; id: number; from: number | null }[]>;
  };
  embedTenants: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    displayName: string | null;
    createdAt: Generated<string>;
  };
  embedUsers: {
    id: Generated<number>;
    tenantId: number;
    embedTenantId: number;
    externalId: string;
    email: string | null;
    displayName: string | null;
    picture: string | null;
    isEphemeral: Generated<boolean>;
    createdAt: Generated<string>;
    lastLogin: string | null;
    keptUntil: string | null;
  };
  embedUserDeployments: {
    embedUserId: number;
    deploymentId: number;
    email: string | null;
    displayName: string | null;
    picture: string | null;
    hasGroups: Generated<boolean>;
    hasTenantGroups: Generated<boolean>;
    locale: string | null;
  };
  embedTenantDeployments: { embedTenantId: number; deploymentId: number; displayName: string };
  /** A deployment that is null is the whole account, here and below. */
  embedUserGroups: { embedUserId: number; groupId: number; deploymentId: number | null };
  embedTenantGroups: {
    id: Generated<number>;
    embedTenantId: number;
    name: string;
    description: string | null;
    createdAt: Generated<string>;
  };
  embedTenantGroupMembers: {
    groupId: number;
    embedUserId: number;
    deploymentId: number | null;
    createdAt: Generated<string>;
  };
  userAttributes: {
    id: Generated<number>;
    tenantId: number;
    embedTenantId: number | null;
    name: string;
    type: 'string' | 'number' | 'boolean' | 'string_array' | 'number_array';
    displayName: string | null;
    defaultValue: string | null;
    description: string | null;
  };
  userAttributeValues: { attributeId: number; userId: number; value: JsonScalarColumn };
  embedUserAttributeValues: {
    attributeId: number;
    embedUserId: number;
    deploymentId: number | null;
    /** Null: none in this deployment, whatever holds in the account. */
    value: ColumnType<AttributeValue | null, string | null, string | null>;
  };
  notifications: {
    id: Generated<number>;
    deploymentId: number;
    dashboardId: number;
    scheduleType: NotificationScheduleType;
    minute: number | null;
    hour: number | null;
    dayOfWeek: number | null;
    dayOfMonth: number | null;
    customCron: string | null;
    cronExpression: string;
    timezone: string;
    isEnabled: Generated<boolean>;
    nextRunAt: string | null;
    notificationEnabled: Generated<boolean>;
    notificationFormat: Generated<NotificationFormat>;
    notificationAiSummary: Generated<boolean>;
    filters: NullableJson<DashboardFilter[]>;
    timeGrains: NullableJson<DashboardTimeGrain[]>;
    memberSwitchers: NullableJson<DashboardMemberSwitcher[]>;
    baseUrl: string;
    createdBy: number | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  notificationRecipients: {
    id: Generated<number>;
    notificationId: number;
    userId: number | null;
    embedUserId: number | null;
    overrides: ColumnType<RenderingOverrides, string | undefined, string>;
    createdAt: Generated<string>;
  };
  notificationRuns: {
    id: Generated<number>;
    notificationId: number;
    cause: NotificationRunCause;
    status: Generated<NotificationRunStatus>;
    error: string | null;
    scheduledFor: string;
    startedAt: string | null;
    finishedAt: string | null;
    createdAt: Generated<string>;
  };
  notificationDeliveries: {
    id: Generated<number>;
    runId: number;
    recipientId: number | null;
    userId: number | null;
    embedUserId: number | null;
    type: 'USER' | 'EMBED_USER';
    email: string;
    status: Generated<NotificationDeliveryStatus>;
    attempts: Generated<number>;
    error: string | null;
    isWithoutData: Generated<boolean>;
    sentAt: string | null;
    claimedUntil: string | null;
  };
  dashboardExports: {
    id: string;
    deploymentId: number;
    dashboardId: number;
    userId: number;
    subject: string;
    format: NotificationFormat;
    request: JSONColumnType<ExportRequest>;
    status: Generated<DashboardExportStatus>;
    error: string | null;
    content: Buffer | null;
    createdAt: Generated<string>;
    expiresAt: string;
  };
  dashboardAppAddresses: {
    hash: Buffer;
    tenantId: number;
    deploymentId: number;
    claims: JSONColumnType<CredentialClaims>;
    versionId: number | null;
    workbookId: number | null;
    app: JSONColumnType<DashboardAppSource> | null;
    expiresAt: string;
  };
  rateLimitBuckets: { key: string; tokens: number; updatedAt: string };
  embedSignInCodes: {
    hash: Buffer;
    tenantId: number;
    sessionHash: Buffer;
    challenge: Buffer;
    expiresAt: string;
  };
  embedSessions: {
    hash: Buffer;
    tenantId: number;
    deploymentId: number;
    claims: Json;
    expiresAt: string;
  };
  refusedEmbedSessions: { hash: Buffer; expiresAt: string };
  refusedEmbedOrigins: {
    tenantId: number;
    origin: string;
    refusals: number;
    firstRefusedAt: string;
    lastRefusedAt: string;
  };
  revokedEmbedSessions: { tenantId: number; hash: Buffer; deploymentIds: number[] | null; expiresAt: string };
  oauthClients: {
    id: ColumnType<number, never, never>;
    tenantId: number;
    clientId: string;
    name: string;
    uri: string | null;
    applicationType: OAuthClient['applicationType'];
    tokenEndpointAuthMethod: OAuthClient['tokenEndpointAuthMethod'];
    secretHash: Buffer | null;
    grantTypes: OAuthGrantType[];
    redirectUris: string[];
    postLogoutRedirectUris: string[];
    scopes: OAuthScope[];
    userId: number | null;
    isDynamic: Generated<boolean>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  oauthGrants: {
    id: ColumnType<number, never, never>;
    key: string;
    tenantId: number;
    userId: number;
    clientId: string;
    scopes: OAuthScope[];
    deploymentIds: number[] | null;
    payload: Json;
    isRemembered: Generated<boolean>;
    createdAt: Generated<string>;
    lastUsedAt: string | null;
    expiresAt: string;
  };
  oauthAccessTokens: {
    id: ColumnType<number, never, never>;
    hash: Buffer;
    tenantId: number;
    clientId: string;
    userId: number | null;
    grantId: number | null;
    scopes: string[];
    deploymentIds: number[] | null;
    payload: Json;
    expiresAt: string;
  };
  oauthTickets: {
    kind: string;
    hash: Buffer;
    tenantId: number;
    clientId: string | null;
    grantId: number | null;
    userCodeHash: Buffer | null;
    payload: Json;
    consumedAt: string | null;
    expiresAt: string;
  };
  signingKeys: {
    kid: string;
    state: 'next' | 'current' | 'previous';
    publicJwk: ColumnType<PublicJwk, string, string>;
    encryptedSecret: Buffer;
    keyId: string;
    createdAt: Generated<string>;
    stateSince: Generated<string>;
  };
  idempotencyKeys: {
    tenantId: number;
    caller: string;
    keyHash: Buffer;
    requestHash: Buffer;
    keyId: string;
    encryptedValue: Buffer;
    expiresAt: string;
  };
  /** Written by triggers. */
  auditEntries: {
    id: ColumnType<number, never, never>;
    tenantId: ColumnType<number, never, never>;
    deploymentId: ColumnType<number | null, never, never>;
    at: ColumnType<string, never, never>;
    caller: ColumnType<AuditCaller, never, never>;
    action: ColumnType<AuditEntryAction, never, never>;
    resource: ColumnType<string, never, never>;
    resourceId: ColumnType<string, never, never>;
    before: ColumnType<Record<string, unknown> | null, never, never>;
    after: ColumnType<Record<string, unknown> | null, never, never>;
  };
  agentSpaces: {
    id: Generated<number>;
    deploymentId: number;
    name: string;
    createdAt: Generated<string>;
  };
  agents: {
    id: Generated<number>;
    deploymentId: number;
    spaceId: number | null;
    name: string;
    title: string | null;
    description: string | null;
    isAutomatic: Generated<boolean>;
    removedAt: string | null;
    createdAt: Generated<string>;
  };
  pythonResults: {
    reportId: number;
    runAt: Generated<string>;
    runBy: number | null;
    sourceChecksum: string;
    stdout: string;
    stderr: string;
    inputRowCount: number;
    isInputCut: Generated<boolean>;
    output: Json;
  };
  dashboardComments: {
    id: Generated<number>;
    dashboardId: number;
    embedTenantId: number;
    parentId: number | null;
    embedUserId: number | null;
    body: string;
    mentions: Generated<number[]>;
    createdAt: Generated<string>;
    editedAt: string | null;
    removedAt: string | null;
    resolvedAt: string | null;
    resolvedBy: number | null;
  };
  dashboardCommentSeen: {
    threadId: number;
    embedUserId: number;
    lastSeenId: number;
  };
  dashboardCommentMails: {
    commentId: number;
    embedUserId: number;
    baseUrl: string;
    status: Generated<'pending' | 'sent' | 'skipped' | 'failed'>;
    attempts: Generated<number>;
    nextTryAt: Generated<string>;
  };
  mentionMailStops: { dashboardId: number; embedUserId: number };
  chatThreads: {
    id: Generated<string>;
    deploymentId: number;
    agentId: number;
    userId: number | null;
    embedUserId: number | null;
    kind: Generated<ChatThreadKind>;
    title: string;
    branch: string | null;
    isShared: Generated<boolean>;
    change: Generated<number>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
    turnMessageId: string | null;
    turnServer: string | null;
    turnBeatAt: string | null;
    isTurnAborted: Generated<boolean>;
    suspendedMessageId: string | null;
    suspendedAt: string | null;
  };
  aiSummaries: {
    id: Generated<number>;
    deploymentId: number;
    publicId: string;
    widgetId: string;
    checksum: string;
    userId: number | null;
    embedUserId: number | null;
    threadId: string;
    createdAt: Generated<string>;
  };
  chatMessages: { threadId: string; sort: number; id: string; frame: JSONColumnType<ChatFrame> };
  chatModelMessages: {
    threadId: string;
    position: number;
    message: ColumnType<ModelMessage, string, string>;
  };
  chatThreadReaders: {
    id: Generated<number>;
    threadId: string;
    userId: number | null;
    groupId: number | null;
  };
  chatUsage: {
    id: Generated<number>;
    tenantId: number;
    userId: number | null;
    embedUserId: number | null;
    agentId: number | null;
    day: string;
    llmCalls: Generated<number>;
    inputTokens: Generated<number>;
    outputTokens: Generated<number>;
    cacheWriteTokens: Generated<number>;
    cacheReadTokens: Generated<number>;
  };
  modelEndpoints: {
    tenantId: number;
    provider: ModelProvider | null;
    baseUrl: string | null;
    model: string | null;
    encryptedSecret: Buffer | null;
    keyId: string | null;
    dailyLimit: number | null;
    updatedAt: Generated<string>;
  };
}

/** A report as a version of a dashboard keeps it, so that it can be restored. */
export interface ReportTab {
  reportId: number;
  name: string;
  title: string | null;
  description: string | null;
  sqlQuery: string | null;
  jsonQuery: string | null;
  pivotItems: PivotItems | null;
  meta: Record<string, unknown> | null;
}

/** A role that every account has. */
type BuiltInRole = 'Viewer' | 'Explorer' | 'Developer' | 'Admin';

/** A JSON object: read as a value, written as text. */
export type Json = JSONColumnType<Record<string, unknown>>;

/** A JSON value that may be absent: read as a value, written as text. */
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** JSON of one shape, where the database fills in an empty value. */
type GeneratedColumn<T> = ColumnType<T, string | undefined, string>;

/** The same where the database fills in an empty object. */
type GeneratedJson = ColumnType<Record<string, unknown>, string | undefined, string>;

/** Any JSON value: read as a value, written as text. */
type JsonScalarColumn = ColumnType<AttributeValue, string, string>;

export type AttributeValue = string | number | boolean | string[] | number[];
