import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { startApplication, type Application } from '../app.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { createFileKeyring } from '../secrets/keyring.ts';
import { createFactories, type Factories } from './factories.ts';
import { givenForTest, type TestOverrides } from './test-parts.ts';
import { createTestDatabase, type TestConnection, type TestDatabase } from './data/test-database.ts';

export interface TestCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** An API key. */
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * The whole application in process on a database of its own, and a tenant with a deployment, an admin and the admin's
 * key.
 */
export interface TestApp {
  readonly app: FastifyInstance;
  /** What a part provides. */
  readonly get: Application['get'];
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
  /**
   * Another server on the same database and the same data folder, with connections of its own. It is closed before this
   * one.
   */
  startAnother(overrides?: TestOverrides): Promise<OtherServer>;
  close(): Promise<void>;
}

/** A server beside that of a test. */
export type OtherServer = Pick<TestApp, 'app' | 'call' | 'close'> & { readonly database: Database };

/**
 * Makes the application of a test.
 *
 * @param overrides what the application gets instead of its usual parts
 * @param connect how the application reaches its database, where that is not the way of the test itself
 */
export async function createTestApp(
  overrides: TestOverrides = {},
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
  const start = (reached: Database, changes: TestOverrides = {}) =>
    startApplication(
      givenForTest({
        observers: {
          onUndeclaredRefusal: (operationId, code) => undeclared.add(`${operationId} ${code}`),
          onBeyondBound: (operationId, path) => beyondBounds.add(`${operationId} ${path}`),
        },
        database: reached,
        dataDir,
        keyring,
        logger: pino({ level: process.env['ORIEL_TEST_LOG'] ?? 'silent' }),
        ...overrides,
        ...changes,
      }),
    );
  const started = await start(connected ?? database);
  const { app } = started;
  return {
    app,
    get: started.get,
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
      return { app: other.app, database: own, call: callerOf(other.app, adminKey), close };
    },
    close: async () => {
      await closeApp(started);
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

async function closeApp({ app, close }: Application): Promise<void> {
  const closed = close();
  // A connection that never asked anything would keep the server for ever.
  app.server.closeAllConnections();
  await closed;
}
