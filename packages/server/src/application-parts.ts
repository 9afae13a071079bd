import { agentsPart } from './agents/part.ts';
import { auditPart } from './audit/part.ts';
import { deploymentsPart } from './deployments/part.ts';
import { dashboardCommentsPart } from './embedding/dashboard-comments/part.ts';
import { embeddingPart } from './embedding/part.ts';
import { environmentsPart } from './environments/part.ts';
import { dashboardExportsPart, reportExportsPart } from './exports/part.ts';
import { gitProvidersPart } from './git-providers/part.ts';
import { applicationPart } from './http/application-part.ts';
import { healthPart } from './http/health/health-part.ts';
import { pagesPart } from './http/pages/pages-part.ts';
import { identityPart } from './identity/part.ts';
import { mcpPart } from './mcp/part.ts';
import { modelPart } from './model/part.ts';
import { notificationsPart } from './notifications/part.ts';
import { oauthIntegrationsPart } from './oauth-integrations/part.ts';
import { userTokenCallbackPart } from './oauth-integrations/callback-part.ts';
import { oauthPart } from './oauth/part.ts';
import type { AllOperations } from './parts/offers.ts';
import type { None, UnhandledBy } from './parts/handled-operations.ts';
import { pythonRunsPart } from './python/part.ts';
import { runtimeChangesPart } from './query/engine-part.ts';
import { queryPart } from './query/part.ts';
import { referencePart } from './reference/part.ts';
import { runtimeLogsPart } from './runtime-logs/part.ts';
import { scimPart } from './scim/part.ts';
import { settingsPart } from './settings/part.ts';
import { signOnPart } from './sign-on/part.ts';
import { keySetPart } from './signing-keys/part.ts';
import { transformSyncPart } from './transform-sync/part.ts';
import { dataSourcesPart } from './data-sources/part.ts';
import { variablesPart } from './variables/part.ts';
import { tokenConfigsPart } from './workload-tokens/part.ts';
import { workspacePart } from './workspace/part.ts';

/** The parts of the HTTP application, in the order in which they serve. What they need comes with them. */
export const applicationParts = [
  signOnPart,
  identityPart,
  scimPart,
  oauthPart,
  deploymentsPart,
  runtimeLogsPart,
  runtimeChangesPart,
  environmentsPart,
  variablesPart,
  dataSourcesPart,
  transformSyncPart,
  modelPart,
  gitProvidersPart,
  oauthIntegrationsPart,
  userTokenCallbackPart,
  tokenConfigsPart,
  keySetPart,
  workspacePart,
  notificationsPart,
  dashboardExportsPart,
  reportExportsPart,
  pythonRunsPart,
  agentsPart,
  mcpPart,
  embeddingPart,
  dashboardCommentsPart,
  auditPart,
  settingsPart,
  queryPart,
  healthPart,
  referencePart,
  // Answers what no other has an address for.
  pagesPart,
  // The first to end: everything else is there until the last request is answered.
  applicationPart,
] as const;

/** Operations of the contract that no part handles: one that is forgotten does not compile here, and is named. */
export type Unhandled = None<UnhandledBy<typeof applicationParts, AllOperations>>;
