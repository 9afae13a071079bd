import { createEngine, type RuntimeTarget } from '@oriel/engine';
import type { FastifyInstance } from 'fastify';
import { mkdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { keepCurrent } from './build/current-engine.ts';
import { createRuntimeSources } from './build/runtime-sources.ts';
import type { DataFolder } from './db/data-folder.ts';
import type { SupervisedPostgres } from './db/postgres-supervisor.ts';
import { createEmbedDashboardService } from './embedding/embed-dashboards/embed-dashboard-service.ts';
import { createStopping, type Stopping } from './http/stopping.ts';
import { ensureDemo } from './demo/load-demo.ts';
import { ensureBootstrapKey, installOnce } from './install/first-start.ts';
import { createJobTable } from './job-table.ts';
import { startJobs } from './jobs/jobs.ts';
import { createGitProviders } from './git-providers/git-providers.ts';
import { createOAuthIntegrations } from './oauth-integrations/oauth-integrations.ts';
import { createModelBuilding } from './model/model-building.ts';
import { createMailRoom } from './mail/mail-room.ts';
import { createRunTools } from './notifications/run-tools.ts';
import { privateNetworks } from './outbound/public-address.ts';
import type { ServerSettings } from './server-settings/server-settings.ts';
import { createReportOutputs } from './python/report-outputs.ts';
import { createPythonSandbox } from './python/sandbox.ts';
import { createCredentialFinder } from './query/credential-finder.ts';
import { createSecurityContextReader } from './query/security-context.ts';
import { emptyExportFolder } from './exports/reports/table-exports.ts';
import { createChromiumPictures } from './rendering/chromium-pictures.ts';
import { createSharedBrowser } from './rendering/shared-browser.ts';
import { createRuntimeLog, noteFaults } from './runtime-logs/runtime-log.ts';
import { ensureManagedProvider } from './sign-on/providers/managed-provider.ts';
import { createFileKeyring, createSettingKeyring, type Keyring } from './secrets/keyring.ts';
import { encryptPlainTokenSecrets } from './secrets/token-secrets.ts';
import { SettingsError } from './settings-error.ts';
import { encryptPlainVariables } from './variables/rotate-key.ts';
import { createSigningKeys } from './signing-keys/signing-keys.ts';
import { createWorkloadTokens } from './workload-tokens/workload-tokens.ts';
import type { Closers } from './closers.ts';
import { openDatabase } from './open-database.ts';
import type { RunningServer, StartOptions } from './running-server.ts';

/** What a server runs on: its options, and what has been started for it. */
export interface ServerParts extends StartOptions {
  readonly folder: DataFolder;
  /** The embedded database; undefined where the settings name one. */
  readonly postgres: SupervisedPostgres | undefined;
  /** Takes how each part is stopped. */
  readonly closers: Closers;
}

const REQUESTS_MS = 3_000;
/** For requests that are cancelled to say so. */
const CANCELLED_MS = 300;

/**
 * Runs a server on its data folder and its database: runtimes, background work, HTTP.
 *
 * @throws as `startServer` does; what was started until then is in `closers`
 */
export async function runServer(options: ServerParts): Promise<RunningServer> {
  const { settings, logger, onProgress, demo, folder, closers } = options;
  const { database, storage } = await openDatabase(options);
  const keyring = keyringOf(settings, folder.path);
  await encryptPlainVariables(database.db, keyring);
  await encryptPlainTokenSecrets(database.db, keyring);
  const { db } = database;
  const runtimeLog = createRuntimeLog();
  const building = createModelBuilding({
    db,
    dataDir: folder.path,
    keyring,
    limits: settings.runtimeLimits,
    engine: {
      invalidate: (target) => engine.invalidate(target),
      runtimes: () => engine.runtimes(),
    },
    onFault: (error) => logger.error({ error }, 'A data model could not be built'),
    onLost: ({ deploymentId, directory, message, cause }) =>
      logger.error({ deploymentId, directory, err: cause }, message),
    onEvent: runtimeLog.noteBuild,
  });
  closers.push('builds of data models', () => building.close());
  const { production } = building;
  const gitProviders = createGitProviders({
    db,
    keyring,
    building,
    settings: settings.gitProviderSettings,
    onFault: (error) => logger.error({ error }, 'A repository could not be brought in step'),
  });
  closers.push('git hosts', () => gitProviders.close());
  const oauthIntegrations = createOAuthIntegrations({
    db,
    keyring,
    privateNetworks: settings.outboundNetworks,
  });
  let url: string | undefined;
  const workloadTokens = createWorkloadTokens({
    db,
    dataDir: folder.path,
    signingKeys: createSigningKeys({ database, keyring }),
    baseUrl: settings.baseUrl,
    listensAt: () => url,
    onFault: (error) => logger.error({ error }, 'A workload token could not be issued'),
  });
  closers.push('workload tokens', () => workloadTokens.close());
  const sources = createRuntimeSources({
    db,
    dataDir: folder.path,
    brand: settings.brand,
    keyring,
    production,
    readRepository: building.repositories.read,
    prepareEnvironment: workloadTokens.prepare,
    networks: { refused: privateNetworks, allowed: settings.dataSourceNetworks },
  });
  const onFailure = (target: RuntimeTarget, message: string) =>
    logger.error({ target, message }, 'A runtime failed');
  const onLine = (target: RuntimeTarget, line: string) => logger.info({ target, line }, 'A runtime wrote');
  const spillDirectory = await emptySpillFolder(folder.path);
  await emptyExportFolder(folder.path);
  const duckdb = { ...settings.queryLimits, spillDirectory };
  const runtimes = createEngine({
    ...settings.runtimeLimits,
    resolve: noteFaults(runtimeLog, sources.resolve),
    onFailure,
    onLine,
    onEvent: runtimeLog.note,
    duckdb,
  });
  const engine = keepCurrent(runtimes, sources);
  closers.push('the runtimes', () => engine.close());
  workloadTokens.follow(runtimes);
  const firstStart = await installOnce(database.db, keyring);
  const deployments = await db.selectFrom('deployments').select('id').orderBy('id').execute();
  await building.repositories.check(deployments.map(({ id }) => id));
  await ensureManagedProvider(db, keyring, settings.oidcProvider);
  if (settings.bootstrapApiKey !== undefined) await ensureBootstrapKey(database.db, settings.bootstrapApiKey);
  const mailRoom = settings.mail && createMailRoom(settings.mail);
  closers.push('mail', async () => mailRoom?.close());
  const browser =
    settings.chromium === undefined ? undefined : createSharedBrowser({ path: settings.chromium });
  closers.push('the browser', async () => browser?.close());
  const drawPicture = browser && createChromiumPictures({ browser, db: database.db, brand: settings.brand });
  const credentialsOf = createCredentialFinder(oauthIntegrations.credentials);
  // One for requests and mail alike: its slots bound what the machine runs at once.
  const outputs = createReportOutputs({
    database,
    engine,
    readSecurityContext: createSecurityContextReader(database, settings.brand),
    credentialsOf,
    sandbox: createPythonSandbox(undefined, undefined, hiddenFrom(options)),
  });
  // One for requests and mail alike: its cache is that of the server.
  const embedDashboards = createEmbedDashboardService(database);
  const tools = createRunTools({
    ...settings,
    database,
    embedDashboards,
    keyring,
    engine,
    mailRoom,
    drawPicture,
    credentialsOf,
    outputs,
  });
  const jobs = await startJobs({
    database,
    jobs: createJobTable({
      ...tools,
      ...building,
      dataDir: folder.path,
      keyring,
      syncs: gitProviders.syncs,
      tokenRefresh: oauthIntegrations.refresh,
      remotes: settings.gitProviderSettings,
    }),
    logger,
  });
  closers.push('the background work', () => jobs.stop());
  const stopping = createStopping();
  const app = await buildApp({
    ...settings,
    dataDir: folder.path,
    database,
    embedDashboards,
    engine,
    keyring,
    building,
    gitProviders,
    oauthIntegrations,
    runtimeLog,
    jobs,
    mailRoom,
    drawPicture,
    outputs,
    logger,
    storage,
    stopping,
  });
  // Together with the background work: both have the whole time.
  closers.push('requests and the background work', async () => {
    await Promise.all([closeApp(app, stopping), jobs.stop()]);
  });
  const hasDemo =
    settings.demo &&
    demo !== undefined &&
    (await ensureDemo({ app, db, dataDir: folder.path, keyring, content: demo, onProgress }));
  url = await listen(app, settings);
  return {
    url,
    app,
    database,
    engine,
    stop: () => closers.close(),
    firstStart,
    hasDemo,
    stoppingPart: () => closers.current,
    onStop: (close) => void closers.push('what was started with it', close),
  };
}

/** What programs that work for authors never read: the data, and how the database is reached. */
function hiddenFrom({ folder, postgres }: Pick<ServerParts, 'folder' | 'postgres'>): string[] {
  return [folder.path, ...(postgres ? [postgres.clusterDir, postgres.connection.host] : [])];
}

/** The keys that encrypt secrets: of the setting, or of the data folder. */
function keyringOf({ secretKey }: Pick<ServerSettings, 'secretKey'>, dataDir: string): Keyring {
  return secretKey === undefined ? createFileKeyring(dataDir) : createSettingKeyring(secretKey, dataDir);
}

async function listen(app: FastifyInstance, settings: ServerSettings): Promise<string> {
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new SettingsError(`Port ${settings.port} is in use; choose another with --port`, { cause });
    if (code === 'EACCES')
      throw new SettingsError(`Port ${settings.port} may not be used by this user; choose one above 1023`, {
        cause,
      });
    throw new SettingsError(
      `The server cannot listen on ${settings.host}:${settings.port}: ${(cause as Error).message}`,
      { cause },
    );
  }
  if (settings.baseUrl !== undefined) return settings.baseUrl;
  // A listening TCP server has an address with a port.
  const { port } = app.server.address() as AddressInfo;
  return `${settings.tls ? 'https' : 'http'}://${settings.host}:${port}`;
}

/** Answers what was accepted, refuses what comes meanwhile, and then listens no more. */
async function closeApp(app: FastifyInstance, stopping: Stopping): Promise<void> {
  await stopping.drain({ timeoutMs: REQUESTS_MS, graceMs: CANCELLED_MS });
  const closed = app.close();
  // What came at the last moment is being refused; what never asked anything would keep the server for ever.
  await Promise.race([closed, pause(CANCELLED_MS)]);
  app.server.closeAllConnections();
  await closed;
}

/** What a server that was killed has left there belongs to nobody. */
async function emptySpillFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, 'spill');
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  return path;
}
