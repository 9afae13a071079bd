import type { TestApp } from '@oriel/server/test';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';
import {
  insertReports,
  openPipeline,
  withDurableServer,
  type DurableServer,
  type Statement,
} from '../support/durable-server.ts';

const ITEMS = 100;
const ROUNDS = 30;
const WARM_UP = 5;
const TARGET = 1.5;

/**
 * A bulk delete of 100 reports over HTTP, which keeps them in the trash, on a PostgreSQL that waits for the disk,
 * beside its floor: one statement that deletes and keeps the same rows, as one transaction with one flush. The floor is
 * lower than an equal answer: it goes over no HTTP, looks at no rights and no rows of a report elsewhere, and writes no
 * audit log.
 */
export const bulkDelete: Bench = {
  id: 'bulk-delete',
  title: 'Bulk delete of 100 items',
  run: () =>
    withDurableServer(async (server) => [
      await measure(server, 'bulk-delete.all', 0),
      await measure(server, 'bulk-delete.all-fail', 1_000_000),
    ]),
};

/** @param offset added to the ids, so that no report has them where it is not 0 */
async function measure({ testApp, post }: DurableServer, name: string, offset: number): Promise<BenchResult> {
  const pipeline = await openPipeline(testApp);
  // Before the clock starts: each round deletes reports of its own.
  const reports = await insertReports(testApp, ITEMS * (ROUNDS + WARM_UP) * 2);
  const ids = reports.map((id) => id + offset);
  const next = () => ids.splice(0, ITEMS);
  const samples = await measureInTurn(
    {
      oriel: () => post('/workspace/bulk-delete', { items: next().map((id) => ({ type: 'REPORT', id })) }),
      floor: () => pipeline.run([deletion(testApp, next())]),
    },
    { rounds: ROUNDS, warmUp: WARM_UP },
  );
  await pipeline.close();
  const { rows } = await testApp.database.pool.query<{ left: number }>(
    'select count(*)::integer as left from reports where id = any($1)',
    [reports],
  );
  const expected = offset === 0 ? 0 : reports.length;
  if (rows[0]?.left !== expected) throw new Error(`${rows[0]?.left} reports are left, not ${expected}`);
  return compare(name, samples, { target: TARGET });
}

function deletion({ deploymentId, adminId }: TestApp, ids: readonly number[]): Statement {
  return [
    `with gone as (delete from reports where id = any($1) and deployment_id = $2 returning *)
     insert into trash (deployment_id, item_type, item_id, name, deleted_by, undo_id, content)
     select deployment_id, 'REPORT', id, name, $3, '00000000-0000-4000-8000-000000000000', to_jsonb(gone) from gone`,
    [ids, deploymentId, adminId],
  ];
}
