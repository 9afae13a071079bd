import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git } from '../git.ts';

/** Where the repository of a deployment lies, whether it has been made or not. */
export function modelDirectory(dataDir: string, deploymentId: number): string {
  return join(dataDir, 'deployments', String(deploymentId), 'model.git');
}

/** What there is of a repository: all that git needs to open it, nothing or an empty folder, or a part of it. */
export type RepositoryState = 'sound' | 'missing' | 'damaged';

/** What git looks for in a folder before it takes it for a repository. */
const PARTS = ['HEAD', 'objects', 'refs'];

/** Looks at what lies in the place of a repository, without starting a process. Objects and refs are not read. */
export async function inspectRepository(directory: string): Promise<RepositoryState> {
  const found = await Promise.all(PARTS.map((name) => exists(join(directory, name))));
  if (found.every(Boolean)) return 'sound';
  if (found.some(Boolean)) return 'damaged';
  const names = await readdir(directory).catch((error: unknown) => ignoreAbsent(error) ?? []);
  return names.length === 0 ? 'missing' : 'damaged';
}

/** Whether a repository has a ref, packed or not. */
export async function hasRefs(directory: string): Promise<boolean> {
  if (await exists(join(directory, 'packed-refs'))) return true;
  const entries = await readdir(join(directory, 'refs'), { recursive: true, withFileTypes: true });
  return entries.some((entry) => entry.isFile());
}

/**
 * Makes a bare repository where there is nothing. It appears whole, also where two make it at the same time. What is left of
 * another one stays as it is: then this fails.
 */
export async function makeRepository(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true });
  const draft = await mkdtemp(`${directory}.`);
  try {
    await git(draft, ['init', '--bare', '--quiet', '--template=', '--initial-branch=master']);
    await rename(draft, directory).catch(async (error: unknown) => {
      if ((await inspectRepository(directory)) !== 'sound') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Whether there is a file or a folder. */
export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreAbsent)) !== undefined;
}

function ignoreAbsent(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw error;
}
