import { refuse, type ErrorCode, type Refusal } from './errors.ts';
import { MAX_NAME_LENGTH, PUBLIC_ID_LENGTH } from './limits.ts';
import { scimUrns } from './values/scim-urns.ts';
import { id, text, type Static, type TSchema } from './schema.ts';

/** Every path parameter of the API by its name: a name means the same in each path. */
export const pathParameters = {
  deploymentId: id('Id of the deployment.'),
  folderId: id('Id of the folder.'),
  workbookId: id('Id of the workbook.'),
  reportId: id('Id of the report.'),
  trashedItemId: id('Id of the entry of the trash.'),
  undoId: text('`undoId` of the answer of a bulk move or delete.', {
    minLength: 36,
    maxLength: 36,
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  }),
  slug: text('Slug of the workbook, in any case.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: '\\S',
    example: 'sales',
  }),
  reportPublicId: text('Public id of the report.', {
    minLength: PUBLIC_ID_LENGTH,
    maxLength: PUBLIC_ID_LENGTH,
    pattern: '^[0-9A-Za-z]+$',
    example: 'Zk3pQ9rT1xWb',
  }),
  versionNumber: id('Number of the version of the dashboard, from 1.'),
  apiKeyId: id('Id of the API key.'),
  identityProviderId: id('Id of the identity provider.'),
  oauthClientId: id('Id of the OAuth client.'),
  oauthGrantId: id('Id of the grant.'),
  interactionUid: text('Id of what an OAuth client asks for.', {
    minLength: 1,
    maxLength: 64,
    pattern: '^[A-Za-z0-9_-]+$',
    example: 'a8oXcFSDhHAsqz1mGK5n2',
  }),
  userCode: text('The code that a device shows.', {
    minLength: 1,
    maxLength: 64,
    pattern: '^[A-Za-z -]+$',
    example: 'WDJB-MJHT',
  }),
  userId: id('Id of the user.'),
  sessionId: id('Id of the console session.'),
  passkeyId: id('Id of the passkey.'),
  embedTenantName: text('Name of the embed tenant, in any case where nothing else is said.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'northwind',
  }),
  embedGroupId: id('Id of the group of an embed tenant.'),
  environmentId: id('Id of the environment.'),
  environmentTokenId: id('Id of the token.'),
  variableName: text('Name of the variable.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'CUBEJS_DB_HOST',
  }),
  groupId: id('Id of the group of users.'),
  roleId: id('Id of the role.'),
  userAttributeId: id('Id of the attribute of users.'),
  scimUserId: text('Id of the user.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: '7' }),
  scimGroupId: text('Id of the group of users.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: '7' }),
  scimSchemaUrn: text('URN of the schema.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: scimUrns.user,
  }),
  scimResourceType: text('Name of the kind.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: 'User' }),
  notificationId: id('Id of the notification.'),
  notificationRunId: id('Id of the run of a notification.'),
  jobId: text('Id of the export.', { minLength: 1, maxLength: 64, example: 'kM3fQ9rT1xWb' }),
  buildId: id('Id of the build.'),
  syncJobId: text('Id of the transform sync.', {
    minLength: 1,
    maxLength: 64,
    example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  }),
  installationId: id('Id of the installation of the app at GitHub.'),
  owner: text('Organisation or user of GitHub that has the repository.', {
    minLength: 1,
    maxLength: 100,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    example: 'northwind',
  }),
  repo: text('Name of the repository.', {
    minLength: 1,
    maxLength: 100,
    pattern: '^[A-Za-z0-9_.-]*[A-Za-z0-9_-]$',
    example: 'analytics-model',
  }),
  integrationId: id('Id of the OAuth integration.'),
  tokenConfigId: id('Id of the configuration of workload tokens.'),
  publicId: text('Public id of the dashboard.', { minLength: 1, maxLength: 64, example: 'Zk3pQ9rT1xWb' }),
  commentId: id('Id of the comment.'),
  accountName: text('Name of the account.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: 'default' }),
  agentId: id('Id of the agent.'),
  memoryId: id('Id of the memory.'),
  chatThreadId: text('Id of the thread.', {
    minLength: 36,
    maxLength: 36,
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  }),
} satisfies Record<string, TSchema>;

export type PathParameterName = keyof typeof pathParameters;

/** The parameters that are ids rather than texts. */
export type IdParameterName = {
  [Name in PathParameterName]: Static<(typeof pathParameters)[Name]> extends number ? Name : never;
}[PathParameterName];

/** The parameters of a path, in its order. */
export function parametersIn(path: string): PathParameterName[] {
  // A path with another name in braces does not compile where its operation is declared.
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathParameterName);
}

/** The names in braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What a path takes: a name that is no parameter of the API does not compile where it is used. */
export type PathParametersOf<Path extends string> = {
  [Name in NamesIn<Path>]: Name extends PathParameterName ? Static<(typeof pathParameters)[Name]> : never;
};

/** The refusal of a parameter that no record has, and so one of every operation with this parameter in its path. */
export const notFoundCodes = {
  deploymentId: 'deployment_not_found',
  folderId: 'folder_not_found',
  workbookId: 'workbook_not_found',
  reportId: 'report_not_found',
  trashedItemId: 'trashed_item_not_found',
  undoId: 'undo_not_found',
  // What these name is made where it is not there.
  slug: 'deployment_not_found',
  reportPublicId: 'deployment_not_found',
  versionNumber: 'dashboard_version_not_found',
  apiKeyId: 'api_key_not_found',
  identityProviderId: 'identity_provider_not_found',
  oauthClientId: 'oauth_client_not_found',
  oauthGrantId: 'oauth_grant_not_found',
  interactionUid: 'oauth_interaction_not_found',
  userCode: 'oauth_device_code_not_found',
  userId: 'user_not_found',
  sessionId: 'session_not_found',
  passkeyId: 'passkey_not_found',
  embedTenantName: 'embed_tenant_not_found',
  embedGroupId: 'embed_group_not_found',
  environmentId: 'environment_not_found',
  environmentTokenId: 'environment_token_not_found',
  variableName: 'variable_not_found',
  groupId: 'group_not_found',
  roleId: 'role_not_found',
  userAttributeId: 'user_attribute_not_found',
  scimUserId: 'user_not_found',
  scimGroupId: 'group_not_found',
  scimSchemaUrn: 'not_found',
  scimResourceType: 'not_found',
  notificationId: 'notification_not_found',
  notificationRunId: 'notification_run_not_found',
  jobId: 'export_not_found',
  buildId: 'build_not_found',
  syncJobId: 'transform_sync_not_found',
  installationId: 'git_installation_not_found',
  owner: 'git_repository_not_found',
  repo: 'git_repository_not_found',
  integrationId: 'oauth_integration_not_found',
  tokenConfigId: 'oidc_token_config_not_found',
  publicId: 'dashboard_not_found',
  commentId: 'comment_not_found',
  accountName: 'account_not_found',
  agentId: 'agent_not_found',
  memoryId: 'agent_memory_not_found',
  chatThreadId: 'chat_thread_not_found',
} as const satisfies Record<PathParameterName, ErrorCode>;

/** Refuses an id in a path that is larger than any record's. */
export function refuseMissing(name: IdParameterName, id: number): Refusal {
  return refuse(notFoundCodes[name], { id });
}
