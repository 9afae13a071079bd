import { connectDatabase, startEmbeddedPostgres, type Database } from '@oriel/server';
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
 * A bulk move of 100 reports over HTTP, on a PostgreSQL that waits for the disk, beside its floor: the same 100 moves as
 * single checked statements, pipelined on one connection, each its own transaction, with one flush at the end.
 */
export const bulkMove: Bench = {
  id: 'bulk-move',
  title: 'Bulk move of 100 items',
  async run(): Promise<BenchResult[]> {
    const directory = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
    await chmod(directory, 0o755);
    const postgres = await startEmbeddedPostgres({ dataDir: directory });
    process.env['ORIEL_TEST_POSTGRES'] = postgres.connection.host;
    const world = await createTestApp();
    try {
      await world.app.listen({ port: 0, host: '127.0.0.1' });
      return [
        await measure(world, 'bulk-move.all', (ids) => ids),
        await measure(world, 'bulk-move.last-fails', (ids) => [...ids.slice(0, -1), 999_999]),
        await measure(world, 'bulk-move.all-fail', (ids) => ids.map((id) => id + 1_000_000)),
      ];
    } finally {
      await world.close();
      delete process.env['ORIEL_TEST_POSTGRES'];
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function measure(
  world: TestApp,
  name: string,
  choose: (ids: number[]) => number[],
): Promise<BenchResult> {
  const folders = [await makeFolder(world, `${name} a`), await makeFolder(world, `${name} b`)];
  const ids = choose(await makeReports(world.database, world));
  const url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/api/v1/deployments/${world.deploymentId}/workspace/bulk-move`;
  const floor = connectDatabase(world.database.connection);
  const client = new pg.Client({ ...world.database.connection, pipeline: true } as pg.ClientConfig);
  await client.connect();
  let turn = 0;
  const target = () => folders[(turn += 1) % 2] ?? 0;
  const samples = await measureInTurn(
    {
      oriel: async () => {
        const body = JSON.stringify({ folderId: target(), items: ids.map((id) => ({ type: 'REPORT', id })) });
        const headers = { authorization: `Bearer ${world.adminKey}`, 'content-type': 'application/json' };
        const answer = await fetch(url, { method: 'POST', headers, body });
        await answer.json();
      },
      floor: () => moveByHand(client, world.deploymentId, target(), ids),
    },
    { rounds: ROUNDS, warmUp: 5 },
  );
  await client.end();
  await floor.close();
  return compare(name, samples, { target: TARGET });
}

async function moveByHand(
  client: pg.Client,
  deploymentId: number,
  folderId: number,
  ids: readonly number[],
): Promise<void> {
  await Promise.all([
    client.query('set synchronous_commit = off'),
    ...ids.map((id) =>
      client.query(
        'update reports set folder_id = $1, updated_at = now() where id = $2 and deployment_id = $3 and exists (select 1 from folders where id = $1 and deployment_id = $3)',
        [folderId, id, deploymentId],
      ),
    ),
    client.query('set synchronous_commit = on'),
    client.query("select pg_logical_emit_message(true, 'bench', '')"),
  ]);
}

async function makeFolder(world: TestApp, name: string): Promise<number> {
  const answer = await world.call({
    method: 'POST',
    path: `/api/v1/deployments/${world.deploymentId}/folders`,
    body: { name },
  });
  return (answer.json() as { id: number }).id;
}

async function makeReports({ pool }: Database, { deploymentId, adminId }: TestApp): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into reports (deployment_id, public_id, name, user_id)
     select $1, substr(md5(random()::text || n), 1, 12), 'Report ' || n, $2 from generate_series(1, $3) n returning id`,
    [deploymentId, adminId, ITEMS],
  );
  return rows.map(({ id }) => id);
}
