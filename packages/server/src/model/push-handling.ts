import type { OnPush } from '../build/smart-http/push-answer.ts';
import type { FindKnownBranch } from '../build/smart-http/push-rules.ts';
import type { Db } from '../db/database.ts';
import { createBranchStore } from './branches/branch-store.ts';
import { createModelBranches } from './branches/model-branches.ts';
import type { ModelBuilding } from './model-building.ts';

/** What a push by a git client is decided by, and what becomes of it: the same as of a commit by the API. */
export function createPushHandling(
  db: Db,
  { openRepository, builds }: ModelBuilding,
): { findBranch: FindKnownBranch; onPush: OnPush } {
  const branches = createModelBranches(db, openRepository);
  return {
    findBranch: createBranchStore(db).find,
    async onPush({ actor, deployment, branch, commit }) {
      await branches.follow(deployment.id);
      if (commit === undefined) return [];
      const build = await builds.start({ deployment, branch, cause: 'push', userId: actor.userId });
      return build ? [`Build ${build.id} of ${branch} has begun`] : [];
    },
  };
}
