import { startEmbeddedPostgres } from '@oriel/server';
import { createTestApp, type TestApp } from '@oriel/server/test';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** The application on a port, and a PostgreSQL of its own that waits for the disk. */
export interface DurableServer {
  readonly testApp: TestApp;
  /** Sends a body to an operation of the deployment by POST, and reads the answer. */
  post(path: string, body: object): Promise<void>;
}

/** Runs a measurement on a {@link DurableServer}, and removes it afterwards. */
export async function withDurableServer<T>(measure: (server: DurableServer) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: directory });
  process.env['ORIEL_TEST_POSTGRES'] = postgres.connection.host;
  const testApp = await createTestApp();
  try {
    await testApp.app.listen({ port: 0, host: '127.0.0.1' });
    // A listening TCP server has an address with a port.
    const { port } = testApp.app.server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}/api/v1/deployments/${testApp.deploymentId}`;
    const headers = { authorization: `Bearer ${testApp.adminKey}`, 'content-type': 'application/json' };
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      await answer.json();
    };
    return await measure({ testApp, post });
  } finally {
    await testApp.close();
    delete process.env['ORIEL_TEST_POSTGRES'];
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Inserts reports of the administrator at the root, and answers with their ids. */
export async function insertReports(testApp: TestApp, count: number): Promise<number[]> {
  const { database, deploymentId, adminId } = testApp;
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into reports (deployment_id, public_id, name, user_id)
     select $1, substr(md5(random()::text || n), 1, 12), 'Report ' || n, $2 from generate_series(1, $3) n returning id`,
    [deploymentId, adminId, count],
  );
  return rows.map(({ id }) => id);
}

/** A statement with its values. */
export type Statement = readonly [text: string, values: unknown[]];

/**
 * Runs statements by hand, as a floor: pipelined on one connection, each its own transaction, with one flush at the
 * end.
 */
export interface StatementPipeline {
  run(statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens a connection for {@link StatementPipeline}. */
export async function openPipeline({ database }: TestApp): Promise<StatementPipeline> {
  // The driver knows the setting; its types do not yet.
  const client = new pg.Client({ ...database.connection, pipeline: true } as pg.ClientConfig);
  await client.connect();
  return {
    async run(statements) {
      await Promise.all([
        client.query('set synchronous_commit = off'),
        ...statements.map(([text, values]) => client.query(text, values)),
        client.query('set synchronous_commit = on'),
        client.query("select pg_logical_emit_message(true, 'bench', '')"),
      ]);
    },
    close: () => client.end(),
  };
}
