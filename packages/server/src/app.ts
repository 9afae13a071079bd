import fastifyCookie from '@fastify/cookie';
import { limits, managementOperations, queryOperations, type ServerBrand } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { BlockList } from 'node:net';
import { createAnswerWithoutModel } from './agents/answers/answer-without-model.ts';
import { createAgents } from './agents/agents.ts';
import { authenticateForChat } from './agents/chat/authenticate-chat.ts';
import { NO_MODELS, type ModelSettings } from './agents/endpoint/model-endpoint.ts';
import { createAgentTools } from './agents/tools/create-agent-tools.ts';
import { findShownDashboard } from './agents/tools/shown-dashboard.ts';
import { createAuditLogRoutes } from './audit/audit-log-routes.ts';
import type { Database } from './db/database.ts';
import { createStorage, type Storage } from './db/storage.ts';
import { registerSmartHttp } from './build/smart-http/smart-http-routes.ts';
import { createDeploymentFinder } from './deployments/deployment-ref.ts';
import { createDeploymentRoutes } from './deployments/deployment-routes.ts';
import { allowOrigins } from './embedding/allowed-origins/allowed-origins-cors.ts';
import { createAllowedOriginsStore } from './embedding/allowed-origins/allowed-origins-store.ts';
import { createRefusedOriginService } from './embedding/refused-origins/refused-origin-service.ts';
import { createRefusedOriginStore } from './embedding/refused-origins/refused-origin-store.ts';
import {
  createEmbedDashboardService,
  type EmbedDashboardService,
} from './embedding/embed-dashboards/embed-dashboard-service.ts';
import { createEmbedCredential } from './embedding/embed-sessions/embed-credential.ts';
import { createDashboardCommentRoutes } from './embedding/dashboard-comments/comment-routes.ts';
import { createEmbedAccessRoutes } from './embedding/embed-access/embed-access-routes.ts';
import { createDirectoryRoutes } from './embedding/embed-directory/directory-routes.ts';
import { registerAppPages } from './embedding/dashboard-apps/app-pages.ts';
import { createEmbeddingRoutes } from './embedding/embedding-routes.ts';
import { installBoundCheck, type BeyondBound } from './http/bound-check.ts';
import { installCompression } from './http/compression.ts';
import { createViewerLimit } from './embedding/embed-users/viewer-limit.ts';
import { createDashboardRendering } from './rendering/dashboard-rendering.ts';
import type { DrawPicture } from './rendering/draw-picture.ts';
import { createSubjectPrincipals } from './embedding/subjects/subject-principals.ts';
import {
  DEFAULT_CONNECTION_LIMITS,
  limitConnections,
  serverTimeouts,
  type ConnectionLimits,
} from './http/connection-limits.ts';
import { createConnectionProblems } from './http/connection-problems.ts';
import { createAnswerTurns } from './http/answer-turns.ts';
import { createAuthenticate } from './http/authentication.ts';
import type { Handlers } from './http/handler.ts';
import { registerHealth } from './http/health.ts';
import { noteKnownMethods } from './http/known-methods.ts';
import { createIdempotency } from './http/idempotency/idempotency.ts';
import { createOperationCaller } from './http/operation-caller.ts';
import { registerOperations } from './http/operations.ts';
import { createOwnAddress, requestedAddress } from './http/own-address.ts';
import { registerPages } from './http/pages.ts';
import { createRouterErrorAnswer, installProblemAnswers, type UndeclaredRefusal } from './http/problem.ts';
import { toOriginForm } from './http/request-target.ts';
import { createRateLimit } from './http/rate-limit/rate-limit.ts';
import { installBodyParsers } from './http/request-body.ts';
import { installRetryAfter } from './http/retry-after.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { createStopping, type Stopping } from './http/stopping.ts';
import { createTransportCheck } from './http/transport-security.ts';
import { createCredentialStore } from './identity/credential-store.ts';
import { createIdentityRoutes, PASSWORD_THREADS } from './identity/identity-routes.ts';
import { createCredentialCache } from './identity/credential-cache.ts';
import { createEndedViewers } from './identity/ended-viewers.ts';
import { createLiveClaims } from './identity/live-claims.ts';
import { createRoleRights } from './access/held-roles.ts';
import { createPasswordHasher } from './identity/sign-in/password-hasher.ts';
import { createUserCredentials } from './identity/user-credentials.ts';
import type { Jobs } from './jobs/jobs.ts';
import { createMailQueue } from './mail/mail-queue.ts';
import type { MailRoom } from './mail/mail-room.ts';
import { createCredentialFinder } from './query/credential-finder.ts';
import { createDataCredential } from './query/data-token.ts';
import { createQueryHandlers, registerQueryApi } from './query/query-api.ts';
import { runtimeMetrics } from './query/runtime-metrics.ts';
import { createAttributeReader, createSecurityContextReader } from './query/security-context.ts';
import type { RateLimitSettings } from './http/rate-limit/rate-limit-settings.ts';
import { createEnvironmentRoutes } from './environments/environment-routes.ts';
import { registerReference } from './reference/reference-routes.ts';
import { createRuntimeLogRoutes } from './runtime-logs/runtime-log-routes.ts';
import { createRuntimeLog, type RuntimeLog } from './runtime-logs/runtime-log.ts';
import { createScimRoutes } from './scim/scim-routes.ts';
import { createFileKeyring, type Keyring } from './secrets/keyring.ts';
import { registerOAuthEndpoints } from './oauth/oauth-endpoints.ts';
import { createOAuthRoutes } from './oauth/oauth-routes.ts';
import { installResourceChallenge } from './oauth/resource-challenge.ts';
import { registerKeySet } from './signing-keys/key-set-route.ts';
import { createSigningKeys } from './signing-keys/signing-keys.ts';
import { createSignOn } from './sign-on/sign-on.ts';
import { createPageAppearanceStore } from './settings/page-appearance-store.ts';
import { createOutboundFetch } from './outbound/outbound-fetch.ts';
import { createSettingsRoutes } from './settings/settings-routes.ts';
import { createFontCheck, type CheckFonts } from './settings/theme-fonts.ts';
import { createPythonRunRoutes } from './python/python-run-routes.ts';
import { createReportOutputs, type ReportOutputs } from './python/report-outputs.ts';
import { createPythonSandbox, type PythonSandbox } from './python/sandbox.ts';
import { createReportExportRoutes } from './exports/reports/report-export-routes.ts';
import { createTableExports } from './exports/reports/table-exports.ts';
import { createExportRoutes } from './exports/export-routes.ts';
import type { GitProviderSettings } from './server-settings/git-provider-settings.ts';
import { registerGitProviderPages } from './git-providers/git-provider-pages.ts';
import { createGitProviderRoutes } from './git-providers/git-provider-routes.ts';
import { createGitProviders, type GitProviders } from './git-providers/git-providers.ts';
import { registerUserTokenCallback } from './oauth-integrations/callback-page.ts';
import { createOAuthIntegrationRoutes } from './oauth-integrations/oauth-integration-routes.ts';
import { createOAuthIntegrations, type OAuthIntegrations } from './oauth-integrations/oauth-integrations.ts';
import { createModelBuilding, type ModelBuilding } from './model/model-building.ts';
import { createBuildStore } from './model/builds/build-store.ts';
import { createModelRoutes } from './model/model-routes.ts';
import { createTransformSyncRoutes } from './transform-sync/transform-sync-routes.ts';
import { createPushHandling } from './model/push-handling.ts';
import { registerMcp } from './mcp/mcp-endpoint.ts';
import { createMcpTools } from './mcp/mcp-tools.ts';
import { createNotificationRoutes } from './notifications/notification-routes.ts';
import { createTokenConfigRoutes } from './workload-tokens/token-config-routes.ts';
import { DEFAULT_ACCESS_TOKEN_SECONDS, DEFAULT_MAX_EMBED_USERS } from './server-settings/setting-defaults.ts';
import { createVariableRoutes } from './variables/variable-routes.ts';
import { createWorkspaceRoutes } from './workspace/workspace-routes.ts';

/** What the application needs from outside, all of it created by its starter. */
export interface AppDependencies {
  database: Database;
  /** Where the data models of the deployments lie. */
  dataDir: string;
  engine: Engine;
  /** What the runtimes of the engine have written; default nothing. */
  runtimeLog?: RuntimeLog | undefined;
  /** What data models are built with, closed with the application; default one of its own. */
  building?: ModelBuilding | undefined;
  /** What connects deployments with git hosts, closed with the application; default one of these settings. */
  gitProviders?: GitProviders | undefined;
  /** Default: no git host is reached. */
  gitProviderSettings?: GitProviderSettings | undefined;
  /** Providers of users' tokens; default with these networks. */
  oauthIntegrations?: OAuthIntegrations | undefined;
  /** Private networks that requests to other hosts may reach; default none. */
  outboundNetworks?: BlockList | undefined;
  /** Looks at the fonts of a theme that is set; default: fetches them. */
  checkFonts?: CheckFonts | undefined;
  /** What secrets are encrypted with; default the keys of the data folder. */
  keyring?: Keyring | undefined;
  brand: ServerBrand;
  trustedProxies: readonly string[];
  /** Where clients reach the server; undefined: what the request says. */
  baseUrl: string | undefined;
  rateLimits: RateLimitSettings;
  /** Models for chats; default none but those that accounts have. */
  models?: ModelSettings | undefined;
  /** How long an OAuth access token can be used; default {@link DEFAULT_ACCESS_TOKEN_SECONDS}. */
  accessTokenSeconds?: number | undefined;
  /** What shows published dashboards, with the cache of the server; default one of the application's own. */
  embedDashboards?: EmbedDashboardService | undefined;
  /** Viewers of an account, ephemeral ones aside; default {@link DEFAULT_MAX_EMBED_USERS}. */
  maxEmbedUsers?: number | undefined;
  /** What `/metrics` is asked with; default: nothing, on the machine itself. */
  metricsToken?: string | undefined;
  /** Hands mail to the mail server; absent without one. */
  mailRoom?: MailRoom | undefined;
  /** Draws reports and dashboards; absent where there is no Chromium. */
  drawPicture?: DrawPicture | undefined;
  /** Runs the Python of reports; default in bubblewrap. */
  pythonSandbox?: PythonSandbox | undefined;
  /** What the Python of reports makes; default in a sandbox of the application's own. */
  outputs?: ReportOutputs | undefined;
  /** Bytes of an exported table; default {@link MAX_TABLE_BYTES}. */
  maxTableBytes?: number | undefined;
  /** The background work; absent: none is sent or run, as in most tests. */
  jobs?: Jobs | undefined;
  /** After so long a query is to be asked for again; default 5 seconds. */
  loadWaitMs?: number | undefined;
  /** How long clients may take; default {@link DEFAULT_CONNECTION_LIMITS}. */
  connectionLimits?: ConnectionLimits | undefined;
  /** Whether there is free space for what is written; default: for any size. */
  storage?: Storage | undefined;
  /** How the application is told to end; default: by its being closed. */
  stopping?: Stopping | undefined;
  tls?: { cert: Buffer; key: Buffer } | undefined;
  logger: FastifyBaseLogger;
  /** Told of refusals that an operation does not declare; default nobody. */
  onUndeclaredRefusal?: UndeclaredRefusal;
  /** Told of answers with more bytes than the contract declares of a part; default nobody, and none is looked at. */
  onBeyondBound?: BeyondBound;
}

/** Builds the HTTP application. It listens nowhere yet; tests call it in process. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const {
    database,
    embedDashboards = createEmbedDashboardService(database),
    runtimeLog = createRuntimeLog(),
    keyring = createFileKeyring(dependencies.dataDir),
    storage = createStorage({ folders: [], reserveBytes: 0 }),
    stopping = createStopping(),
  } = dependencies;
  const app = createFastify(dependencies);
  app.decorateRequest('authentication');
  const checkTransport = createTransportCheck(dependencies.trustedProxies);
  app.addHook('onRequest', (request, _reply, done) => {
    checkTransport(request);
    done();
  });
  app.addHook('onSend', setSecurityHeaders);
  installResourceChallenge(app, dependencies.baseUrl);
  stopping.install(app);
  installRetryAfter(app);
  if (dependencies.onBeyondBound) installBoundCheck(app, dependencies.onBeyondBound);
  installCompression(app);
  installProblemAnswers(app, noteKnownMethods(app), dependencies.onUndeclaredRefusal ?? (() => {}));
  await installBodyParsers(app);
  await app.register(fastifyCookie);

  const ownAddress = createOwnAddress(database.db, dependencies.baseUrl);
  const baseUrlOf = ownAddress.shown;
  const roleRights = createRoleRights(database.db);
  const credentials = createCredentialCache(
    createCredentialStore(database, roleRights),
    database.credentialChanges,
  );
  const endedViewers = createEndedViewers(database);
  const liveClaims = createLiveClaims(credentials, dependencies.brand, endedViewers);
  const rateLimit = createRateLimit({ ...dependencies, settings: dependencies.rateLimits });
  app.addHook('onClose', () => rateLimit.close());
  const { handedOnSession, ...userCredentials } = createUserCredentials(credentials);
  const authenticate = rateLimit.limit(
    createAuthenticate({
      ...userCredentials,
      embedToken: createEmbedCredential(database, keyring, {
        brand: dependencies.brand,
        liveClaims,
        handedOnSession,
      }),
      dataToken: createDataCredential(database, keyring, liveClaims),
    }),
  );
  const hasher = createPasswordHasher({ threads: PASSWORD_THREADS });
  app.addHook('onClose', () => hasher.close());
  const mailQueue = createMailQueue({
    onFault: (error) => dependencies.logger.warn({ err: error }, 'A message was not sent'),
  });
  app.addHook('onClose', () => mailQueue.close());
  const building =
    dependencies.building ??
    createModelBuilding({
      ...dependencies,
      db: database.db,
      keyring,
    });
  const gitProviders =
    dependencies.gitProviders ??
    createGitProviders({
      db: database.db,
      keyring,
      building,
      settings: dependencies.gitProviderSettings,
      onFault: (error) => dependencies.logger.error({ error }, 'A repository could not be brought in step'),
    });
  const privateNetworks = dependencies.outboundNetworks ?? new BlockList();
  const oauthIntegrations =
    dependencies.oauthIntegrations ??
    createOAuthIntegrations({
      db: database.db,
      keyring,
      privateNetworks,
    });
  app.addHook('onClose', async () => {
    await gitProviders.close();
    await building.close();
  });
  const signingKeys = createSigningKeys({ database, keyring });
  const signOn = createSignOn({
    db: database.db,
    keyring,
    outboundNetworks: dependencies.outboundNetworks,
    canSendMail: dependencies.mailRoom !== undefined,
  });
  const { engine, brand } = dependencies;
  const readSecurityContext = createSecurityContextReader(database, brand);
  const credentialsOf = createCredentialFinder(oauthIntegrations.credentials);
  const { pythonSandbox = createPythonSandbox(undefined, undefined, [dependencies.dataDir]) } = dependencies;
  const asked = { database, engine, readSecurityContext, credentialsOf };
  const outputs = dependencies.outputs ?? createReportOutputs({ ...asked, sandbox: pythonSandbox });
  const viewerLimit = createViewerLimit(dependencies.maxEmbedUsers ?? DEFAULT_MAX_EMBED_USERS);
  const rendering = { ...asked, embedDashboards, brand, outputs };
  const agents = createAgents({
    database,
    brand: dependencies.brand,
    keyring,
    models: dependencies.models ?? NO_MODELS,
    viewerLimit,
    subjects: createSubjectPrincipals(database, credentials, dependencies.brand),
    stopping,
    logger: dependencies.logger,
    tools: () => app.agentTools,
    building,
    dataDir: dependencies.dataDir,
    answerQuestion: (...question) => app.answerWithoutModel(...question),
    findDashboard: (...wanted) => app.findShownDashboard(...wanted),
  });
  app.addHook('preClose', () => agents.close());
  const handlers: Handlers<typeof managementOperations> = {
    ...createIdentityRoutes({
      database,
      hasher,
      roleRights,
      mailRoom: dependencies.mailRoom,
      mailQueue,
      keyring,
      signOutAtProvider: signOn.signOutAtProvider,
    }),
    ...signOn.handlers,
    ...createScimRoutes(database, dependencies.brand),
    ...createOAuthRoutes(database),
    ...createDeploymentRoutes({ ...dependencies, keyring, runtimeLog, startBuild: building.builds.start }),
    ...createRuntimeLogRoutes({
      engine: dependencies.engine,
      log: runtimeLog,
      listRunningBuilds: createBuildStore(database.db).listRunning,
    }),
    ...createEnvironmentRoutes({ ...dependencies, db: database.db, keyring }),
    ...createVariableRoutes({ ...dependencies, db: database.db, keyring }),
    ...createTransformSyncRoutes({
      ...dependencies,
      db: database.db,
      keyring,
      building,
      jobs: dependencies.jobs,
    }),
    ...createModelRoutes({
      ...dependencies,
      db: database.db,
      building,
      upstream: gitProviders.remotes,
    }),
    ...createGitProviderRoutes(gitProviders, dependencies.brand),
    ...createOAuthIntegrationRoutes(oauthIntegrations.integrations, oauthIntegrations.userTokens),
    ...createTokenConfigRoutes(database.db),
    ...createWorkspaceRoutes(dependencies),
    ...createNotificationRoutes({
      db: database.db,
      keyring,
      brand: dependencies.brand,
      jobs: dependencies.jobs,
      canSendMail: dependencies.mailRoom !== undefined,
      viewerLimit,
      rights: {
        subjects: createSubjectPrincipals(database, credentials, dependencies.brand),
        embedDashboards,
      },
    }),
    ...createExportRoutes({
      database,
      brand: dependencies.brand,
      jobs: dependencies.jobs,
      embedDashboards,
      viewerLimit,
      subjects: createSubjectPrincipals(database, credentials, dependencies.brand),
    }),
    ...createReportExportRoutes({
      ...rendering,
      rendering: createDashboardRendering(rendering),
      drawPicture: dependencies.drawPicture,
      tables: createTableExports(dependencies.dataDir, { maxBytes: dependencies.maxTableBytes }),
    }),
    ...createPythonRunRoutes(database.db, { outputs, dashboards: embedDashboards }),
    ...agents.handlers,
    ...createDirectoryRoutes(database.db, viewerLimit),
    ...createEmbedAccessRoutes(database.db),
    ...createEmbeddingRoutes({
      ...dependencies,
      keyring,
      liveClaims,
      endedViewers,
      viewerLimit,
      embedDashboards,
    }),
    ...createDashboardCommentRoutes(database.db, embedDashboards),
    ...createAuditLogRoutes(database.db),
    ...createSettingsRoutes({
      db: database.db,
      brand: dependencies.brand,
      checkFonts:
        dependencies.checkFonts ??
        createFontCheck((maxBytes) => createOutboundFetch({ privateNetworks, maxBytes })),
    }),
  };

  const allowedOrigins = createAllowedOriginsStore(database.db);
  const options = {
    authenticate,
    db: database.db,
    baseUrlOf,
    ownAddress,
    brand: dependencies.brand,
    storage,
    stopping,
    answerTurns: createAnswerTurns(),
    idempotency: createIdempotency({ db: database.db, keyring }),
    onWritten: () => database.credentialChanges.catchUpOwn(),
  };
  await app.register(async (api) => {
    await allowOrigins(api, allowedOrigins);
    registerOperations(api, managementOperations, handlers, {
      ...options,
      authenticate: authenticateForChat(authenticate, { db: database.db, brand: dependencies.brand }),
    });
  });
  const { jobs, loadWaitMs } = dependencies;
  const queryHandlers = createQueryHandlers({
    engine,
    readSecurityContext,
    credentialsOf,
    checkDashboard: embedDashboards.check,
    loadWaitMs,
  });
  await registerQueryApi(app, { ...options, handlers: queryHandlers });
  const callOperation = createOperationCaller({
    ...options,
    table: { ...managementOperations, ...queryOperations },
    handlers: () => ({ ...handlers, ...queryHandlers }),
    findDeployment: createDeploymentFinder(database.db),
    log: dependencies.logger,
  });
  const toolRoom = {
    callOperation,
    readAttributes: createAttributeReader(readSecurityContext, dependencies.brand),
  };
  const agentTools = createAgentTools(toolRoom);
  app.decorate('agentTools', agentTools);
  app.decorate('findShownDashboard', (caller, publicId, signal) =>
    findShownDashboard(toolRoom, caller, publicId, signal),
  );
  app.decorate('answerWithoutModel', createAnswerWithoutModel(toolRoom, agentTools));
  await registerMcp(app, { ...options, tools: createMcpTools(toolRoom, agentTools) });
  const queryMetrics = () => runtimeMetrics(engine);
  const metrics = [rateLimit.metrics, queryMetrics, ...(jobs?.metrics ?? [])];
  registerHealth(app, {
    database,
    engine,
    storage,
    stopping,
    countLost: building.faults.count,
    metrics,
    metricsToken: dependencies.metricsToken,
  });
  await registerSmartHttp(app, {
    ...options,
    ...createPushHandling(database.db, building),
    dataDir: dependencies.dataDir,
    repositories: building.repositories,
  });
  await registerGitProviderPages(app, { ...options, ...gitProviders });
  registerKeySet(app, { authenticate, signingKeys });
  registerUserTokenCallback(app, { ...options, ...oauthIntegrations });
  await signOn.registerPages(app, options);
  await registerOAuthEndpoints(app, {
    database,
    authenticate,
    signingKeys,
    ownAddress,
    accessTokenSeconds: dependencies.accessTokenSeconds ?? DEFAULT_ACCESS_TOKEN_SECONDS,
  });
  registerReference(app, dependencies.brand);
  registerAppPages(app, {
    database,
    liveClaims,
    allowedOriginsOf: allowedOrigins.listByHost,
    baseUrlOf,
    ownUrlOf: requestedAddress,
  });
  await registerPages(app, {
    brand: dependencies.brand,
    allowedOriginsOf: allowedOrigins.listByHost,
    noteRefusedOrigin: createRefusedOriginService(createRefusedOriginStore(database.db)).note,
    appearanceOf: createPageAppearanceStore(database.db).findByHost,
    draws: dependencies.drawPicture !== undefined,
    baseUrlOf,
  });
  return app;
}

function createFastify({
  tls,
  trustedProxies,
  logger,
  connectionLimits = DEFAULT_CONNECTION_LIMITS,
}: AppDependencies): FastifyInstance {
  const connectionProblems = createConnectionProblems(logger);
  // A request without a host is refused as every other, by the hook of `installProblemAnswers`.
  const server = {
    maxHeaderSize: limits.MAX_HEADER_BYTES,
    requireHostHeader: false,
    ...serverTimeouts(connectionLimits),
  };
  const options = {
    loggerInstance: logger,
    bodyLimit: limits.MAX_BODY_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    rewriteUrl: toOriginForm,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: false, maxParamLength: 2048 },
    forceCloseConnections: 'idle',
    requestTimeout: connectionLimits.requestMs,
    keepAliveTimeout: connectionLimits.idleMs,
    // Ours says what every other refusal says.
    return503OnClosing: false,
    frameworkErrors: createRouterErrorAnswer(trustedProxies),
    clientErrorHandler: connectionProblems.answer,
  } as const;
  // The two differ only in the type of their raw server, which nothing of ours looks at.
  const app = tls
    ? (Fastify({ ...options, https: { ...server, ...tls } }) as unknown as FastifyInstance)
    : Fastify({ ...options, http: server });
  connectionProblems.watch(app.server);
  limitConnections(app.server, connectionLimits);
  return app;
}
