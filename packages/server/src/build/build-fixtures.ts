import { SECRET, type FeatureFixtures } from '../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../test/feature-list-rows.ts';
import type { TestApp } from '../test/test-app.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  buildId: {
    missing: 900_016,
    make: ({ testApp }) => makeBuild(testApp),
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  listBuilds: rowsOf('model_builds'),
});

/** A build of the deployed branch that has succeeded. */
async function makeBuild({ database, deploymentId }: TestApp): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into model_builds (deployment_id, branch, commit_id, runtime_version, cause, state, error_text, finished_at)
     values ($1, 'master', repeat('0', 40), 1, 'push', 'success', $2, now()) returning id`,
    [deploymentId, SECRET],
  );
  return rows[0]?.id ?? 0;
}
