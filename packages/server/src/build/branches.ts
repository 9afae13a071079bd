import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './git.ts';
import { modelDirectory } from './model-repository.ts';

/** The branches of a deployment's repository by name; none where there is no repository. */
export async function listBranches(dataDir: string, deploymentId: number): Promise<string[]> {
  const directory = modelDirectory(dataDir, deploymentId);
  if (!(await stat(join(directory, 'HEAD')).catch(() => undefined))) return [];
  const listing = await git(directory, ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads']);
  return listing.toString().split('\n').filter(Boolean);
}

/**
 * Whether a branch may have this name.
 *
 * @see git-check-ref-format(1)
 */
export async function isBranchName(name: string): Promise<boolean> {
  // One that begins with a dash would be an option of the command.
  if (name.startsWith('-') || name.includes('\0')) return false;
  return git('.', ['check-ref-format', `refs/heads/${name}`]).then(
    () => true,
    () => false,
  );
}
