import { isRepository, modelDirectory } from './repository/make-repository.ts';
import { listRefs } from './repository/ref-changes.ts';

export { isBranchName } from './repository/branches.ts';

/** The branches of a deployment's repository by name; none where there is no repository. */
export async function listBranches(dataDir: string, deploymentId: number): Promise<string[]> {
  const directory = modelDirectory(dataDir, deploymentId);
  if (!(await isRepository(directory))) return [];
  return [...(await listRefs(directory, ['refs/heads/'])).keys()].map((ref) =>
    ref.slice('refs/heads/'.length),
  );
}
