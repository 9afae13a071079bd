import { setTimeout as pause } from 'node:timers/promises';
import type { ProductionCommits } from '../../build/production-commits.ts';
import type { Db } from '../../db/database.ts';
import { runOutsideContext } from '../../db/request-context.ts';
import { createBuildStore } from './build-store.ts';
import type { ModelBuilds } from './model-builds.ts';

/** How long a query waits for the build of a push that nobody has told of, so that it is answered by it as a rule. */
const WAIT_MS = 5_000;

/** Makes the look-up. */
export function createProductionCommits(
  db: Db,
  builds: Pick<ModelBuilds, 'start' | 'ended'>,
): ProductionCommits {
  const store = createBuildStore(db);
  const begin = async (deploymentId: number, branch: string) => {
    const deployment = await db
      .selectFrom('deployments')
      .select(['id', 'tenantId'])
      .where('id', '=', deploymentId)
      .executeTakeFirst();
    if (!deployment) return;
    const build = await builds.start({ deployment, branch, cause: 'push', userId: null });
    if (build) await Promise.race([builds.ended(build), pause(WAIT_MS, undefined, { ref: false })]);
  };
  return {
    find: (deploymentId, branch, head) =>
      runOutsideContext(async () => {
        const serving = await store.findServing(deploymentId, branch);
        if (serving?.commitId === head) return head;
        const build = await store.findByCommit(deploymentId, branch, head);
        if (build && !build.isOutdated) return serving?.commitId;
        await begin(deploymentId, branch);
        return (await store.findServing(deploymentId, branch))?.commitId;
      }),
  };
}
