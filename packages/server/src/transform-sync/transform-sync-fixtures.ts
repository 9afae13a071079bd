import { SECRET, type FeatureFixtures } from '../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../test/feature-list-rows.ts';
import type { TestApp } from '../test/test-app.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  syncJobId: {
    missing: 'missing',
    make: ({ testApp }) => makeTransformSync(testApp, 'COMPLETED'),
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  listTransformSyncs: rowsOf('transform_syncs', { field: 'syncJobId' }),
  getTransformSyncGeneratedFiles: 'one value of a row',
});

/** A transform sync that keeps its one file for its caller. */
export async function makeTransformSync(
  { database, deploymentId }: TestApp,
  status: 'COMPLETED' | 'RUNNING',
): Promise<string> {
  const id = crypto.randomUUID();
  const path = 'model/cubes/dbt/orders.yml';
  await database.pool.query(
    `insert into transform_syncs
       (id, deployment_id, trigger, source, output, branch, makes_branch, status, generated, contents, log, finished_at)
     values ($1, $2, 'api', 'manifest', 'files', 'master', false, $3, $4, $5, $6, case when $3 = 'RUNNING' then null else now() end)`,
    [
      id,
      deploymentId,
      status,
      JSON.stringify([path]),
      JSON.stringify([{ path, content: `# ${SECRET}` }]),
      JSON.stringify([
        { timestamp: new Date(0).toISOString(), level: 'info', message: SECRET, stream: 'system' },
      ]),
    ],
  );
  return id;
}
