import { isRefusal, limits, schemas } from '@oriel/contract';
import { sql } from 'kysely';
import { changeRefs, listRefs } from '../../build/repository/ref-changes.ts';
import type { Db } from '../../db/database.ts';
import { defineJob, handleJob, type HandledJob } from '../../jobs/job.ts';
import type { OpenRepository } from '../branches/model-branches.ts';
import { BUILD_REFS } from './build-refs.ts';
import { lockBuilds } from './build-store.ts';

/** Lets go of commits that production is not rolled back to any more; git forgets them when it packs. */
const pruneBuilds = defineJob({
  name: 'prune-model-builds',
  data: schemas.input('No data.', {}),
  schedule: '7 3 * * *',
  isExclusive: true,
  timeoutSeconds: 3_600,
  retry: { limit: 1, delaySeconds: 60, maxDelaySeconds: 60 },
});

/** What builds are pruned in. */
interface PruneTools {
  readonly db: Db;
  readonly openRepository: OpenRepository;
}

/** Binds the job to the builds of all deployments. */
export function handlePruning(tools: PruneTools): HandledJob {
  return handleJob(pruneBuilds, async (_data, { signal, count }) => {
    const deployments = await tools.db.selectFrom('deployments').select('id').orderBy('id').execute();
    for (const { id } of deployments) {
      if (signal.aborted) return;
      try {
        count('pruned', await pruneDeployment(id, tools));
      } catch (error) {
        // The operator is told of it; the others are pruned all the same.
        if (!isRefusal(error, 'model_repository_lost')) throw error;
      }
    }
  });
}

/**
 * Prunes the builds of one deployment: what is served, the newest of each branch and those of the last days are kept.
 * Answers how many commits were let go. One that was killed in between is made up for by the next.
 */
export async function pruneDeployment(
  deploymentId: number,
  { db, openRepository }: PruneTools,
): Promise<number> {
  const { directory } = await openRepository(deploymentId);
  return db.transaction().execute(async (tx) => {
    await lockBuilds(tx, deploymentId);
    await sql`
      update model_builds b set is_pruned = true
      from (
        select id, row_number() over (partition by branch order by id desc) as rank,
          id = max(id) filter (where not is_held) over (partition by branch) as is_serving
        from model_builds where deployment_id = ${deploymentId} and state = 'success'
      ) ranked
      where b.id = ranked.id and not b.is_pruned and ranked.rank > ${limits.KEPT_BUILDS} and not coalesce(ranked.is_serving, false)
        and b.finished_at < now() - make_interval(days => ${limits.KEPT_BUILD_DAYS})`.execute(tx);
    const kept = await tx
      .selectFrom('modelBuilds')
      .select('commitId')
      .distinct()
      .where('deploymentId', '=', deploymentId)
      .where('state', 'in', ['success', 'building'])
      .where('isPruned', '=', false)
      .execute();
    const commits = new Set(kept.map(({ commitId }) => commitId));
    const stale = [...(await listRefs(directory, [BUILD_REFS]))]
      .filter(([ref]) => !commits.has(ref.slice(BUILD_REFS.length)))
      .map(([ref, commit]) => ({ ref, from: commit, to: undefined }));
    if (stale.length > 0) await changeRefs(directory, stale);
    return stale.length;
  });
}
