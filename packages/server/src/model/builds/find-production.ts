import type { ProductionCommits } from '../../build/production-commits.ts';
import type { Db } from '../../db/database.ts';
import { runOutsideContext } from '../../db/request-context.ts';
import { createBuildStore } from './build-store.ts';
import type { ModelBuilds } from './model-builds.ts';

/** Makes the look-up. */
export function createProductionCommits(db: Db, builds: Pick<ModelBuilds, 'start'>): ProductionCommits {
  const store = createBuildStore(db);
  const begin = async (deploymentId: number, branch: string) => {
    const deployment = await db
      .selectFrom('deployments')
      .select(['id', 'tenantId'])
      .where('id', '=', deploymentId)
      .executeTakeFirst();
    if (deployment) await builds.start({ deployment, branch, cause: 'push', userId: null });
  };
  return {
    find: (deploymentId, branch, head) =>
      runOutsideContext(async () => {
        const serving = await store.findServing(deploymentId, branch);
        if (serving?.commitId === head) return head;
        if (!(await store.findByCommit(deploymentId, branch, head))) await begin(deploymentId, branch);
        return serving?.commitId;
      }),
  };
}
