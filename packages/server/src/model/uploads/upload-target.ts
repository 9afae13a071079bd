import { refuse, refuseFields, type OperationTypes } from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import type { ModelRepository } from '../../build/model-repository.ts';
import type { Db } from '../../db/database.ts';
import { createDeploymentStore } from '../../deployments/deployment-store.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { checkChangeable, isDeployed } from '../branches/branch-policy.ts';
import type { BranchRow } from '../branches/branch-store.ts';
import type { ModelBranches, OpenBranch } from '../branches/model-branches.ts';

/** How a request names the branch of an upload, and where its paths begin. */
export type UploadQuery = Pick<
  OperationTypes['fileHashes']['query'],
  'branchName' | 'live' | 'useDeployProjectRoot'
>;

/** Finds what is uploaded to. */
export type UploadTargets = ReturnType<typeof createUploadTargets>;

/** Makes the look-up of branches and projects that uploads go to. */
export function createUploadTargets(db: Db, branches: ModelBranches) {
  const readSettings = ({ tenantId, id }: DeploymentRef) => createDeploymentStore(db).get(tenantId, id);
  return {
    /** @throws `branch_not_found`, `not_in_dev_mode`, `validation_failed` */
    open(
      actor: UserPrincipal,
      deployment: DeploymentRef,
      { live, branchName }: UploadQuery,
    ): Promise<OpenBranch> {
      if (live !== true)
        return branches.get(deployment.id, { branchName: branchName ?? deployment.deployBranch });
      if (branchName != null)
        throw refuseFields([{ path: 'live', message: 'must not be true together with branchName' }]);
      return branches.getActive(actor, deployment);
    },
    /** The folder of the repository that paths begin at; empty for all of it. */
    async rootOf(deployment: DeploymentRef, { useDeployProjectRoot }: UploadQuery): Promise<string> {
      return useDeployProjectRoot === true ? (await readSettings(deployment)).deployProjectRoot : '';
    },
    /** @throws `branch_protected`, `branch_of_another`, `forbidden` */
    async check(row: BranchRow, actor: UserPrincipal, deployment: DeploymentRef): Promise<void> {
      checkChangeable(row, actor, deployment);
      if (isDeployed(row, deployment) && (await readSettings(deployment)).deployBranchReadOnly)
        throw refuse('branch_protected', { name: row.name, setting: 'deployBranchReadOnly' });
    },
  };
}

/** What stands before the paths of a project in its repository. */
export const prefixOf = (root: string) => (root === '' ? '' : `${root}/`);

/** Hashes of the files of a commit below a folder, by their paths in that. */
export async function readProjectHashes(
  repository: Pick<ModelRepository, 'listFiles' | 'hashFiles'>,
  commit: string,
  root: string,
): Promise<Map<string, string>> {
  const prefix = prefixOf(root);
  const files = await repository.listFiles(commit);
  const hashes = await repository.hashFiles(files.filter(({ path }) => path.startsWith(prefix)));
  return new Map([...hashes].map(([path, hash]) => [path.slice(prefix.length), hash]));
}
