export { differentPixels } from './compare-pictures.ts';
export { collectErrors } from './collected-log.ts';
export { openEmbedSession } from './embed-session.ts';
export { capturePrincipals, type CapturePrincipal } from './captured-principals.ts';
export { createFactories, type Factories } from './factories.ts';
export { killPostgres } from './processes/killing.ts';
export { createRuntimeApp, type RuntimeApp } from './runtime-app.ts';
export { createTestApp, type OtherServer, type TestApp, type TestCall } from './test-app.ts';
export { createScimCalls, type ScimPage } from './identity/scim-calls.ts';
export { startServerProcess, type ServerProcess } from './processes/server-process.ts';
export { startTestServer, type TestServer } from './test-server.ts';
export {
  createDataDatabase,
  createTestDatabase,
  startTestPostgres,
  type TestConnection,
  type TestDatabase,
} from './data/test-database.ts';
export { startOpenIdProvider, type OpenIdProvider } from './identity/openid-provider.ts';
export { startTcpProxy, type NetworkState, type TcpProxy } from './hosts/tcp-proxy.ts';
export { createModelEngine } from './model-engine.ts';
export { smtpError, startMailServer, type MailServer, type ReceivedMail } from './hosts/mail-server.ts';
export { createNotificationApp, failureOf, jobRun, type NotificationApp } from './notification-app.ts';
export { overtake, untilTrue, untilWaiting } from './waiting.ts';
export { createWorkspaceCalls, type Person, type WorkspaceCalls } from './workspace-calls.ts';
export { needGitHub } from './hosts/need-github.ts';
export { SECRET, type Fixtures } from './feature-fixtures.ts';
export { missingFixtures } from './fixtures.ts';
export { withInstalledDatabase } from './data/installed-database.ts';
export { completeRequestFor, exampleRequestFor as requestFor } from '../http/openapi/example-requests.ts';
export { listAddresses, listOperations, operationOnItem } from './requests/list-addresses.ts';
export { adminHeadersFor, makeFixturesFor, needSecret } from './requests/operation-requests.ts';
export { recordPlans, type PlanRecord, type TableScan } from './data/record-plans.ts';
export { arbitraryOf, type FieldArbitrary } from './requests/arbitrary-value.ts';
export { arbitraryAttack, writeRequest, type Attack, type RequestParts } from './requests/hostile-request.ts';
export { hashSecret } from '../identity/credentials/secrets.ts';
export { may } from '../access/may.ts';
export type { UserPrincipal } from '../access/principal.ts';
export { rightsOfPolicies } from '../access/roles/role-rights.ts';
export { unionOf } from '../access/roles/roles.ts';
export { openModelRepository, type ModelRepository } from '../build/model-repository.ts';
export { git as runGit } from '../build/git.ts';
