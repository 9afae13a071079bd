import { refuse, type ModelBuild, type ModelBuildsResponse, type OperationTypes } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import type { UserPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/storable-id.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { readPage } from '../../paging/page.ts';
import { createBuildStore, lockBuilds, newestFirst, type BuildRow } from './build-store.ts';

/** Shows builds, and rolls production back to one. */
export type BuildService = ReturnType<typeof createBuildService>;

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
      return { items: rows.map((row) => toBuild(row, serving)), pageInfo };
    },
    /** @throws `build_not_found` */
    async get(deployment: DeploymentRef, id: number): Promise<ModelBuild> {
      return toBuild(await get(deployment.id, id), await servingOf(deployment));
    },
    /** @throws `build_not_found`, `build_not_deployable` */
    async rollBack(actor: UserPrincipal, deployment: DeploymentRef, id: number): Promise<ModelBuild> {
      const { branch, commitId, state } = await get(deployment.id, id);
      if (state !== 'success' || branch !== deployment.deployBranch)
        throw refuse('build_not_deployable', { id });
      const row = await db.transaction().execute(async (tx) => {
        await lockBuilds(tx, deployment.id);
        return createBuildStore(tx).insert({
          deploymentId: deployment.id,
          branch,
          commitId,
          cause: 'rollback',
          state,
          createdBy: actor.userId,
          finishedAt: new Date().toISOString(),
        });
      });
      engine.invalidate({ deploymentId: deployment.id, branch });
      return toBuild(row, row.id);
    },
  };
}

function toBuild(row: BuildRow, servingId: number | undefined): ModelBuild {
  return {
    id: row.id,
    branchName: row.branch,
    commitId: row.commitId,
    cause: row.cause,
    state: row.state,
    errorText: row.errorText,
    isServing: row.id === servingId,
    createdBy: row.email,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  };
}
