import { refuse } from '@oriel/contract';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProductionCommits } from '../../build/production-commits.ts';
import type { Db } from '../../db/database.ts';
import { runOutsideContext } from '../../db/request-context.ts';
import { createBuildStore, type BuildRow } from './build-store.ts';
import type { ModelBuilds } from './model-builds.ts';

/** How long a query waits for the build of a push that nobody has told of, so that it is answered by it as a rule. */
const WAIT_MS = 5_000;
/** How long one waits where there is nothing else to answer by: the first build may be another server's. */
const FIRST_WAIT_MS = 60_000;
const POLL_MS = 200;

/** Makes the look-up. */
export function createProductionCommits(
  db: Db,
  builds: Pick<ModelBuilds, 'start' | 'ended'>,
  { firstWaitMs = FIRST_WAIT_MS }: { firstWaitMs?: number } = {},
): ProductionCommits {
  const store = createBuildStore(db);
  const begin = async (deploymentId: number, branch: string): Promise<BuildRow | undefined> => {
    const deployment = await db
      .selectFrom('deployments')
      .select(['id', 'tenantId'])
      .where('id', '=', deploymentId)
      .executeTakeFirst();
    if (!deployment) return undefined;
    const build = await builds.start({ deployment, branch, cause: 'push', userId: null });
    if (build) await Promise.race([builds.ended(build), pause(WAIT_MS, undefined, { ref: false })]);
    return build;
  };
  /** @throws `unavailable` where the build takes too long */
  const awaitFirst = async ({ deploymentId, id }: BuildRow): Promise<void> => {
    const endsAt = performance.now() + firstWaitMs;
    while ((await store.find(deploymentId, id))?.state === 'building') {
      if (performance.now() > endsAt)
        throw refuse('unavailable', {
          reason: 'The first build of the data model is not done yet; ask again',
        });
      await pause(POLL_MS);
    }
  };
  return {
    find: (deploymentId, branch, head) =>
      runOutsideContext(async () => {
        const serving = await store.findServing(deploymentId, branch);
        if (serving?.commitId === head) return head;
        const known = await store.findByCommit(deploymentId, branch, head);
        const isDone = known && !known.isOutdated;
        // It may have ended since the first look at what serves.
        if (isDone && known.state !== 'building')
          return (await store.findServing(deploymentId, branch))?.commitId;
        if (isDone && serving) return serving.commitId;
        const build = isDone ? known : await begin(deploymentId, branch);
        const now = await store.findServing(deploymentId, branch);
        if (now || !build) return now?.commitId;
        await awaitFirst(build);
        return (await store.findServing(deploymentId, branch))?.commitId;
      }),
  };
}
