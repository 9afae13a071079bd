import { refuse, type ModelBuild, type ModelBuildsResponse, type OperationTypes } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import type { UserPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { readPage } from '../../paging/page.ts';
import { createBuildStore, lockBuilds, newestFirst, type BuildRow } from './build-store.ts';

/** Makes the service of builds. */
export function createBuildService({ db, engine }: { db: Db; engine: Pick<Engine, 'invalidate'> }) {
  const store = createBuildStore(db);
  const servingOf = async ({ id, deployBranch }: DeploymentRef) =>
    (await store.findServing(id, deployBranch))?.id;
  const get = async (deploymentId: number, id: number): Promise<BuildRow> => {
    const row = isStorableId(id) ? await store.find(deploymentId, id) : undefined;
    if (!row) throw refuse('build_not_found', { id });
    return row;
  };
  return {
    /** @throws `invalid_cursor` */
    async list(
      deployment: DeploymentRef,
      { branchName, state, ...request }: OperationTypes['listBuilds']['query'],
    ): Promise<ModelBuildsResponse> {
      const { rows, pageInfo } = await readPage(request, newestFirst, (range) =>
        store.list(deployment.id, { branch: branchName, state }, range),
      );
      const serving = await servingOf(deployment);
      return { items: rows.map((row) => toBuild(row, { deployment, serving })), pageInfo };
    },
    /** @throws `build_not_found` */
    async get(deployment: DeploymentRef, id: number): Promise<ModelBuild> {
      return toBuild(await get(deployment.id, id), { deployment, serving: await servingOf(deployment) });
    },
    /** @throws `build_not_found`, `build_not_deployable` */
    async rollBack(actor: UserPrincipal, deployment: DeploymentRef, id: number): Promise<ModelBuild> {
      const row = await db.transaction().execute(async (tx) => {
        // The commits of builds are pruned under the same lock.
        await lockBuilds(tx, deployment.id);
        const build = await get(deployment.id, id);
        if (!isDeployable(build, deployment)) throw refuse('build_not_deployable', { id });
        const { branch, commitId, state, warningText } = build;
        return createBuildStore(tx).insert({
          deploymentId: deployment.id,
          branch,
          commitId,
          cause: 'rollback',
          state,
          warningText,
          createdBy: actor.userId,
          finishedAt: new Date().toISOString(),
        });
      });
      engine.invalidate({ deploymentId: deployment.id, branch: row.branch });
      return toBuild(row, { deployment, serving: row.id });
    },
  };
}

/** Whether production can be rolled back to a build: it compiled, and its commit is kept. */
function isDeployable({ state, branch, isPruned }: BuildRow, { deployBranch }: DeploymentRef): boolean {
  return state === 'success' && branch === deployBranch && !isPruned;
}

function toBuild(
  row: BuildRow,
  { deployment, serving }: { deployment: DeploymentRef; serving: number | undefined },
): ModelBuild {
  return {
    id: row.id,
    branchName: row.branch,
    commitId: row.commitId,
    cause: row.cause,
    state: row.state,
    errorText: row.errorText,
    warningText: row.warningText,
    isServing: row.id === serving,
    isDeployable: isDeployable(row, deployment),
    createdBy: row.email,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  };
}
