import { errors, type ErrorCode } from './errors.ts';
import { takesIdempotencyKey, type Operation, type OperationTypesOf } from './operation.ts';
import { notFoundCodes, parametersIn } from './parameters.ts';
import { agentOperations } from './resources/agents.ts';
import { appConfigOperations } from './resources/app-config.ts';
import { auditLogOperations } from './resources/audit-log.ts';
import { chatOperations } from './resources/chat.ts';
import { agentMemoryOperations } from './resources/agent-memories.ts';
import { chatThreadOperations } from './resources/chat-threads.ts';
import { consoleSessionOperations } from './resources/console-sessions.ts';
import { dashboardCommentOperations } from './resources/dashboard-comments.ts';
import { dashboardVersionOperations } from './resources/dashboard-versions.ts';
import { deploymentSettingsOperations } from './resources/deployment-settings.ts';
import { deploymentOperations } from './resources/deployments.ts';
import { embedAccessOperations } from './resources/embed-access.ts';
import { embedDashboardOperations } from './resources/embed-dashboards.ts';
import { embedDirectoryOperations } from './resources/embed-directory.ts';
import { embedOriginOperations } from './resources/embed-origins.ts';
import { embedSessionOperations } from './resources/embed-sessions.ts';
import { embedSignInOperations } from './resources/embed-sign-in.ts';
import { dataSourceOperations } from './resources/data-sources.ts';
import { envVariableOperations } from './resources/env-variables.ts';
import { environmentOperations } from './resources/environments.ts';
import { dashboardExportOperations } from './resources/export-jobs.ts';
import { favoriteOperations } from './resources/favorites.ts';
import { fileOperations } from './resources/files.ts';
import { folderOperations } from './resources/folders.ts';
import { gitProviderOperations } from './resources/git-provider.ts';
import { gitRemoteOperations } from './resources/git-remotes.ts';
import { apiKeyOperations, identityOperations } from './resources/identity.ts';
import { identityProviderOperations } from './resources/identity-providers.ts';
import { imageHostOperations } from './resources/image-hosts.ts';
import { itemAccessOperations } from './resources/item-access.ts';
import { languageModelOperations } from './resources/language-model.ts';
import { modelBranchOperations } from './resources/model-branches.ts';
import { contentValidationOperations } from './resources/content-validation.ts';
import { modelBuildOperations } from './resources/model-builds.ts';
import { modelChangeOperations } from './resources/model-changes.ts';
import { modelFileOperations } from './resources/model-files.ts';
import { modelUploadOperations } from './resources/model-uploads.ts';
import { notificationOperations } from './resources/notifications.ts';
import { oauthIntegrationOperations } from './resources/oauth-integrations.ts';
import { oidcTokenConfigOperations } from './resources/oidc-token-configs.ts';
import { provisioningOperations } from './resources/provisioning-settings.ts';
import { secondFactorOperations } from './resources/second-factors.ts';
import { passwordOperations } from './resources/passwords.ts';
import { oauthOperations } from './resources/oauth.ts';
import { pythonRunOperations } from './resources/python-runs.ts';
import { queryOperations } from './resources/query.ts';
import { reportExportOperations } from './resources/report-exports.ts';
import { regionOperations } from './resources/regions.ts';
import { reportOperations } from './resources/reports.ts';
import { roleOperations } from './resources/roles.ts';
import { scimOperations } from './resources/scim.ts';
import { userAttributeOperations } from './resources/user-attributes.ts';
import { userGroupOperations } from './resources/user-groups.ts';
import { userOAuthTokenOperations } from './resources/user-oauth-tokens.ts';
import { userOperations } from './resources/users.ts';
import { runtimeLogOperations } from './resources/runtime-logs.ts';
import { sharedWorkspaceOperations } from './resources/shared-workspace.ts';
import { tenantSettingsOperations } from './resources/tenant-settings.ts';
import { transformSyncOperations } from './resources/transform-sync.ts';
import { workbookOperations } from './resources/workbooks.ts';
import { workspaceOperations } from './resources/workspace.ts';

/** The operations of the management API. */
export const managementOperations = {
  ...identityOperations,
  ...passwordOperations,
  ...consoleSessionOperations,
  ...identityProviderOperations,
  ...secondFactorOperations,
  ...apiKeyOperations,
  ...oauthOperations,
  ...userOperations,
  ...userGroupOperations,
  ...roleOperations,
  ...userAttributeOperations,
  ...scimOperations,
  ...provisioningOperations,
  ...appConfigOperations,
  ...imageHostOperations,
  ...tenantSettingsOperations,
  ...auditLogOperations,
  ...deploymentOperations,
  ...deploymentSettingsOperations,
  ...regionOperations,
  ...runtimeLogOperations,
  ...envVariableOperations,
  ...dataSourceOperations,
  ...environmentOperations,
  ...modelFileOperations,
  ...modelBranchOperations,
  ...modelChangeOperations,
  ...modelUploadOperations,
  ...modelBuildOperations,
  ...contentValidationOperations,
  ...transformSyncOperations,
  ...gitProviderOperations,
  ...gitRemoteOperations,
  ...oauthIntegrationOperations,
  ...userOAuthTokenOperations,
  ...oidcTokenConfigOperations,
  ...folderOperations,
  ...reportOperations,
  ...workbookOperations,
  ...dashboardVersionOperations,
  ...fileOperations,
  ...workspaceOperations,
  ...sharedWorkspaceOperations,
  ...favoriteOperations,
  ...itemAccessOperations,
  ...notificationOperations,
  ...dashboardExportOperations,
  ...reportExportOperations,
  ...pythonRunOperations,
  ...agentOperations,
  ...agentMemoryOperations,
  ...chatThreadOperations,
  ...chatOperations,
  ...languageModelOperations,
  ...embedSessionOperations,
  ...embedSignInOperations,
  ...embedDashboardOperations,
  ...embedOriginOperations,
  ...dashboardCommentOperations,
  ...embedAccessOperations,
  ...embedDirectoryOperations,
};

/** Every operation of the API by its id. */
export const operations = { ...managementOperations, ...queryOperations };

export type OperationId = keyof typeof operations;

/** What each operation takes and answers, by its id. */
export type OperationTypes = { [Id in OperationId]: OperationTypesOf<(typeof operations)[Id]> };

/** The ids and entries of a table of operations, as what all operations have in common. */
export function entriesOf(table: Readonly<Record<string, Operation>>): [string, Operation][] {
  return Object.entries(table);
}

/** Groups of operations that change who comes in, and with which rights. */
const peopleTags: ReadonlySet<string> = new Set([
  'Users Admin',
  'User Groups',
  'Roles',
  'SCIM Users',
  'SCIM Groups',
  'Single Sign-On',
  'Provisioning',
]);

function changesPeople({ tag, method, access }: Operation): boolean {
  return method !== 'GET' && access.role === 'Admin' && peopleTags.has(tag);
}

/**
 * Every code that an operation may be refused with: its own, and those that follow from what it takes and who may call
 * it. Any operation may besides fail with `internal`, `unavailable` and `model_repository_lost`.
 */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const { access, body, params, query, headers } = operation;
  const takesInput = [params, query, headers].some(({ properties }) => Object.keys(properties).length > 0);
  const isAnonymous = access.principals.includes('anonymous');
  const codes: ErrorCode[] = [
    ...(takesInput || body || !operation.takesUnknownFields ? (['validation_failed'] as const) : []),
    // A value that the schema allows and the database cannot hold.
    ...(takesInput || body ? (['invalid_request'] as const) : []),
    // A body that is not asked for is read and ignored, as long as it can be.
    ...(operation.method === 'GET'
      ? []
      : (['malformed_request', 'payload_too_large', 'unsupported_media_type'] as const)),
    ...(isAnonymous ? [] : (['unauthenticated', 'credential_expired', 'forbidden'] as const)),
    ...(access.principals.includes('user') && !isAnonymous && access.takesEnrolling !== true
      ? (['second_factor_enrolment_required'] as const)
      : []),
    ...(access.isInPerson === true ? (['console_session_required'] as const) : []),
    ...(access.principals.includes('user') && !isAnonymous ? (['insufficient_scope'] as const) : []),
    // A cookie comes along by itself, also to what needs none.
    ...(isAnonymous && operation.method === 'GET' ? [] : (['csrf_refused'] as const)),
    ...(access.role === 'Admin' ? (['admin_only'] as const) : []),
    ...(changesPeople(operation) ? (['administrator_protected'] as const) : []),
    ...parametersIn(operation.path).map((name) => notFoundCodes[name]),
    ...(operation.path.includes('{deploymentId}') ? (['deployment_out_of_scope'] as const) : []),
    ...(takesIdempotencyKey(operation)
      ? (['idempotency_key_in_use', 'idempotency_key_reused', 'idempotent_answer_lost'] as const)
      : []),
    ...('if-match' in headers.properties ? (['precondition_failed'] as const) : []),
    // The address of a query may name a branch.
    ...(operation.problems === 'query' ? (['branch_not_found'] as const) : []),
    'https_required',
    'too_many_requests',
    ...operation.refusals,
  ];
  return [...new Set(codes)].sort(
    (one, other) => errors[one].status - errors[other].status || (one < other ? -1 : 1),
  );
}
