export { differentPixels } from './compare-pictures.ts';
export { collectErrors } from './collected-log.ts';
export { openEmbedSession } from './embed-session.ts';
export { capturePrincipals, type CapturePrincipal } from './captured-principals.ts';
export { createFactories, type Factories } from './factories.ts';
export { killPostgres } from './killing.ts';
export { createRuntimeApp, type RuntimeApp } from './runtime-app.ts';
export { createTestApp, type OtherServer, type TestApp, type TestCall } from './test-app.ts';
export { createScimCalls, type ScimPage } from './scim-calls.ts';
export { startServerProcess, type ServerProcess } from './server-process.ts';
export { startTestServer, type TestServer } from './test-server.ts';
export {
  createDataDatabase,
  createTestDatabase,
  startTestPostgres,
  type TestConnection,
  type TestDatabase,
} from './test-database.ts';
export { startOpenIdProvider, type OpenIdProvider } from './openid-provider.ts';
export { startTcpProxy, type NetworkState, type TcpProxy } from './tcp-proxy.ts';
export { createModelEngine } from './model-engine.ts';
export { smtpError, startMailServer, type MailServer, type ReceivedMail } from './mail-server.ts';
export { createNotificationApp, failureOf, jobRun, type NotificationApp } from './notification-app.ts';
export { overtake, untilTrue, untilWaiting } from './waiting.ts';
export { createWorkspaceCalls, type Person, type WorkspaceCalls } from './workspace-calls.ts';
export { needGitHub } from './need-github.ts';
export { missingFixtures, SECRET, type Fixtures } from './fixtures.ts';
export { withInstalledDatabase } from './installed-database.ts';
export { completeRequestFor, exampleRequestFor as requestFor } from '../http/example-requests.ts';
export { listAddresses, listOperations, operationOnItem } from './list-addresses.ts';
export { adminHeadersFor, makeFixturesFor, needSecret } from './operation-requests.ts';
export { recordPlans, type PlanRecord, type TableScan } from './record-plans.ts';
export { arbitraryOf, type FieldArbitrary } from './arbitrary-value.ts';
export { arbitraryAttack, writeRequest, type Attack, type RequestParts } from './hostile-request.ts';
export { hashSecret } from '../identity/secrets.ts';
export { may } from '../access/may.ts';
export type { UserPrincipal } from '../access/principal.ts';
export { rightsOfPolicies } from '../access/role-rights.ts';
export { unionOf } from '../access/roles.ts';
export { openModelRepository, type ModelRepository } from '../build/model-repository.ts';
export { git as runGit } from '../build/git.ts';
