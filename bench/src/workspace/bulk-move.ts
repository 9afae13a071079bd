import type { TestApp } from '@oriel/server/test';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';
import {
  insertReports,
  openPipeline,
  withDurableServer,
  type DurableServer,
} from '../support/durable-server.ts';

const ITEMS = 100;
const ROUNDS = 30;
const TARGET = 1.5;
const MOVE =
  'update reports set folder_id = $1, updated_at = now() where id = $2 and deployment_id = $3 and exists (select 1 from folders where id = $1 and deployment_id = $3)';

/**
 * A bulk move of 100 reports over HTTP, on a PostgreSQL that waits for the disk, beside its floor: the same 100 moves as
 * single checked statements, pipelined on one connection, each its own transaction, with one flush at the end.
 */
export const bulkMove: Bench = {
  id: 'bulk-move',
  title: 'Bulk move of 100 items',
  run: () =>
    withDurableServer(async (server) => [
      await measure(server, 'bulk-move.all', (ids) => ids),
      await measure(server, 'bulk-move.last-fails', (ids) => [...ids.slice(0, -1), 999_999]),
      await measure(server, 'bulk-move.all-fail', (ids) => ids.map((id) => id + 1_000_000)),
    ]),
};

async function measure(
  { testApp, post }: DurableServer,
  name: string,
  choose: (ids: number[]) => number[],
): Promise<BenchResult> {
  const folders = [await makeFolder(testApp, `${name} a`), await makeFolder(testApp, `${name} b`)];
  const ids = choose(await insertReports(testApp, ITEMS));
  const items = ids.map((id) => ({ type: 'REPORT', id }));
  const pipeline = await openPipeline(testApp);
  let turn = 0;
  const target = () => folders[(turn += 1) % 2] ?? 0;
  const samples = await measureInTurn(
    {
      oriel: () => post('/workspace/bulk-move', { folderId: target(), items }),
      floor: () => {
        const folderId = target();
        return pipeline.run(ids.map((id) => [MOVE, [folderId, id, testApp.deploymentId]]));
      },
    },
    { rounds: ROUNDS, warmUp: 5 },
  );
  await pipeline.close();
  return compare(name, samples, { target: TARGET });
}

async function makeFolder(testApp: TestApp, name: string): Promise<number> {
  const answer = await testApp.call({
    method: 'POST',
    path: `/api/v1/deployments/${testApp.deploymentId}/folders`,
    body: { name },
  });
  return (answer.json() as { id: number }).id;
}
