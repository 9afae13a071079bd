import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git } from '../git.ts';

/** Where the repository of a deployment lies, whether it has been made or not. */
export function modelDirectory(dataDir: string, deploymentId: number): string {
  return join(dataDir, 'deployments', String(deploymentId), 'model.git');
}

/** Makes a bare repository where there is none. It appears whole, also where two make it at the same time. */
export async function ensureRepository(directory: string): Promise<void> {
  if (await isRepository(directory)) return;
  await mkdir(dirname(directory), { recursive: true });
  const draft = await mkdtemp(`${directory}.`);
  try {
    await git(draft, ['init', '--bare', '--quiet', '--template=', '--initial-branch=master']);
    await rename(draft, directory).catch(async (error: unknown) => {
      if (!(await isRepository(directory))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Whether there is a repository: what git looks at last is there. */
export async function isRepository(directory: string): Promise<boolean> {
  const head = await stat(join(directory, 'HEAD')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return head !== undefined;
}
