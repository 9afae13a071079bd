import { refuse } from '@oriel/contract';
import { inspectRepository, modelDirectory } from './repository/make-repository.ts';
import { listRefs } from './repository/ref-changes.ts';

export { isBranchName } from './repository/branches.ts';

/**
 * The branches of a deployment's repository by name; undefined where there is no repository.
 *
 * @throws `model_repository_lost` for one that is damaged
 */
export async function listBranches(dataDir: string, deploymentId: number): Promise<string[] | undefined> {
  const directory = modelDirectory(dataDir, deploymentId);
  const state = await inspectRepository(directory);
  if (state === 'missing') return undefined;
  if (state === 'damaged') throw refuse('model_repository_lost', { state });
  return [...(await listRefs(directory, ['refs/heads/'])).keys()].map((ref) =>
    ref.slice('refs/heads/'.length),
  );
}
