import { connectDatabase, startEmbeddedPostgres } from '@oriel/server';
import { createTestApp, type TestApp } from '@oriel/server/test';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { compare, measureInTurn, type Bench, type BenchResult } from './bench.ts';

const ITEMS = 100;
const ROUNDS = 30;
const TARGET = 1.5;

/**
 * A bulk delete of 100 reports over HTTP, which keeps them in the trash, on a PostgreSQL that waits for the disk, beside its
 * floor: the same 100 deletes as single checked statements that keep the row, pipelined on one connection, each its own
 * transaction, with one flush at the end.
 */
export const bulkDelete: Bench = {
  id: 'bulk-delete',
  title: 'Bulk delete of 100 items',
  async run(): Promise<BenchResult[]> {
    const directory = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
    await chmod(directory, 0o755);
    const postgres = await startEmbeddedPostgres({ dataDir: directory });
    process.env['ORIEL_TEST_POSTGRES'] = postgres.connection.host;
    const testApp = await createTestApp();
    try {
      await testApp.app.listen({ port: 0, host: '127.0.0.1' });
      return [
        await measure(testApp, 'bulk-delete.all', 0),
        await measure(testApp, 'bulk-delete.all-fail', 1_000_000),
      ];
    } finally {
      await testApp.close();
      delete process.env['ORIEL_TEST_POSTGRES'];
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** @param offset added to the ids, so that no report has them where it is not 0 */
async function measure(testApp: TestApp, name: string, offset: number): Promise<BenchResult> {
  const { port } = testApp.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/v1/deployments/${testApp.deploymentId}/workspace/bulk-delete`;
  const filler = connectDatabase(testApp.database.connection);
  const client = new pg.Client({ ...testApp.database.connection, pipeline: true } as pg.ClientConfig);
  await client.connect();
  // Before the clock starts: each round deletes reports of its own.
  const rounds = (ROUNDS + 5) * 2;
  const { rows } = await filler.pool.query<{ id: number }>(
    `insert into reports (deployment_id, public_id, name, user_id)
     select $1, substr(md5(random()::text || n), 1, 12), 'Report ' || n, $2 from generate_series(1, $3) n returning id`,
    [testApp.deploymentId, testApp.adminId, ITEMS * rounds],
  );
  const ids = rows.map(({ id }) => id + offset);
  const next = () => ids.splice(0, ITEMS);
  const samples = await measureInTurn(
    {
      oriel: async () => {
        const body = JSON.stringify({ items: next().map((id) => ({ type: 'REPORT', id })) });
        const headers = { authorization: `Bearer ${testApp.adminKey}`, 'content-type': 'application/json' };
        const answer = await fetch(url, { method: 'POST', headers, body });
        await answer.json();
      },
      floor: () => deleteByHand(client, testApp, next()),
    },
    { rounds: ROUNDS, warmUp: 5 },
  );
  await client.end();
  await filler.close();
  return compare(name, samples, { target: TARGET });
}

async function deleteByHand(
  client: pg.Client,
  { deploymentId, adminId }: TestApp,
  ids: readonly number[],
): Promise<void> {
  await Promise.all([
    client.query('set synchronous_commit = off'),
    ...ids.map((id) =>
      client.query(
        `with gone as (delete from reports where id = $1 and deployment_id = $2 returning *)
         insert into trash (deployment_id, item_type, item_id, name, deleted_by, undo_id, content)
         select deployment_id, 'REPORT', id, name, $3, '00000000-0000-4000-8000-000000000000', to_jsonb(gone) from gone`,
        [id, deploymentId, adminId],
      ),
    ),
    client.query('set synchronous_commit = on'),
    client.query("select pg_logical_emit_message(true, 'bench', '')"),
  ]);
}
