import type { Engine } from '@oriel/engine';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverBrands } from '@oriel/contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { buildApp, type AppDependencies } from '../app.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { createFileKeyring } from '../secrets/keyring.ts';
import { createFactories, type Factories } from './factories.ts';
import { createTestDatabase, type TestConnection, type TestDatabase } from './test-database.ts';

export interface TestCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** An API key. */
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The whole application in process on a database of its own, and a tenant with a deployment, an admin and the admin's key. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  /** Where the data models of the deployments lie. */
  readonly dataDir: string;
  readonly build: Factories;
  readonly tenantId: number;
  readonly deploymentId: number;
  readonly adminId: number;
  readonly adminKey: string;
  /** Calls the API with the admin's key, unless another or none is given. */
  call(call: TestCall): Promise<LightMyRequestResponse>;
  /** Another server on the same database and the same data folder, with connections of its own. It is closed before this one. */
  startAnother(overrides?: Partial<AppDependencies>): Promise<OtherServer>;
  close(): Promise<void>;
}

/** A server beside that of a test. */
export type OtherServer = Pick<TestApp, 'app' | 'call' | 'close'> & { readonly database: Database };

/** An engine that no test of the management API should reach. */
const noEngine = {
  runtimes: () => [],
  failing: () => [],
  close: async () => {},
  invalidate: () => {},
  stop: async () => {},
} as unknown as Engine;

/**
 * Makes the application of a test.
 *
 * @param overrides what the application gets instead of its usual parts
 * @param connect how the application reaches its database, where that is not the way of the test itself
 */
export async function createTestApp(
  overrides: Partial<AppDependencies> = {},
  connect?: (connection: TestConnection) => Promise<Database>,
): Promise<TestApp> {
  const database = await createTestDatabase();
  const connected = await connect?.(database.connection);
  const dataDir = await mkdtemp(join(tmpdir(), 'oriel-test-data-'));
  const keyring = overrides.keyring ?? createFileKeyring(overrides.dataDir ?? dataDir);
  const build = createFactories(database.db, keyring);
  const tenantId = await build.tenant();
  const deploymentId = await build.deployment({ tenantId });
  const adminId = await build.user({ tenantId, role: 'Admin' });
  const adminKey = await build.apiKey({ tenantId, userId: adminId });
  const undeclared = new Set<string>();
  const beyondBounds = new Set<string>();
  const start = (reached: Database, changes: Partial<AppDependencies> = {}) =>
    buildApp({
      onUndeclaredRefusal: (operationId, code) => undeclared.add(`${operationId} ${code}`),
      onBeyondBound: (operationId, path) => beyondBounds.add(`${operationId} ${path}`),
      database: reached,
      dataDir,
      keyring,
      engine: noEngine,
      brand: serverBrands.svc,
      trustedProxies: [],
      baseUrl: undefined,
      // A test asks as fast as it can.
      rateLimits: { perCredential: 0, perTenant: 0, perAddress: 0, failuresPerAddress: 0 },
      // No test asks again, however busy the machine is.
      loadWaitMs: 300_000,
      logger: pino({ level: process.env['ORIEL_TEST_LOG'] ?? 'silent' }),
      ...overrides,
      ...changes,
    });
  const app = await start(connected ?? database);
  return {
    app,
    database,
    dataDir,
    build,
    tenantId,
    deploymentId,
    adminId,
    adminKey,
    call: callerOf(app, adminKey),
    async startAnother(changes) {
      const own = connectDatabase(database.connection);
      const other = await start(own, changes);
      const close = async () => {
        await closeApp(other);
        await own.close();
      };
      return { app: other, database: own, call: callerOf(other, adminKey), close };
    },
    close: async () => {
      await closeApp(app);
      await connected?.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
      if (undeclared.size > 0)
        throw new Error(`Refusals that the contract does not declare: ${[...undeclared].sort().join(', ')}`);
      if (beyondBounds.size > 0)
        throw new Error(
          `Answers with more bytes than the contract declares: ${[...beyondBounds].sort().join(', ')}`,
        );
    },
  };
}

/** Calls an application in process. */
function callerOf(app: FastifyInstance, adminKey: string): TestApp['call'] {
  return ({ method, path, key = adminKey, body, headers }) =>
    app.inject({
      method,
      url: path,
      headers: { ...(key !== '' && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  // A connection that never asked anything would keep the server for ever.
  app.server.closeAllConnections();
  await closed;
}
