import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { git } from '../git.ts';

/** Where the repository of a deployment lies, whether it has been made or not. */
export function modelDirectory(dataDir: string, deploymentId: number): string {
  return join(dataDir, 'deployments', String(deploymentId), 'model.git');
}

/** What there is of a repository: all that git needs to open it, nothing or an empty folder, or a part of it. */
type RepositoryState = 'sound' | 'missing' | 'damaged';

/** What git looks for in a folder before it takes it for a repository. */
const PARTS = ['HEAD', 'objects', 'refs'];

/**
 * Looks at what lies in the place of a repository, without starting a process. Objects and refs are not read. What the
 * system does not let anybody look at is damaged.
 */
export async function inspectRepository(directory: string): Promise<RepositoryState> {
  return inspectParts(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined || !UNREADABLE.has(error.code)) throw error;
    return 'damaged';
  });
}

/** A failing disk, a folder of another user, links that lead in a circle. */
const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EIO', 'ELOOP']);

async function inspectParts(directory: string): Promise<RepositoryState> {
  const found = await Promise.all(PARTS.map((name) => exists(join(directory, name))));
  if (found.every(Boolean)) return 'sound';
  if (found.some(Boolean)) return 'damaged';
  const names = await readdir(directory).catch((error: unknown) => ignoreAbsent(error) ?? []);
  return names.length === 0 ? 'missing' : 'damaged';
}

/** Whether a repository has a ref, packed or not. */
export async function hasRefs(directory: string): Promise<boolean> {
  if (await exists(join(directory, 'packed-refs'))) return true;
  const refs = join(directory, 'refs');
  const entries = (await readdir(refs, { recursive: true, withFileTypes: true }).catch(ignoreAbsent)) ?? [];
  return entries.some((entry) => entry.isFile());
}

/**
 * Whether a repository that is missing was there before: the folder around it comes with it, and goes with its
 * deployment. What an older server has left there that died before it had made one is not counted: `model.git.` with
 * some letters, and nothing in it.
 */
export async function wasMade(directory: string): Promise<boolean> {
  const around = dirname(directory);
  const names = await readdir(around).catch(ignoreAbsent);
  if (names === undefined) return false;
  const isOther = async (name: string) =>
    !name.startsWith(`${basename(directory)}.`) || (await hasRefs(join(around, name)));
  return names.length === 0 || (await Promise.all(names.map(isOther))).some(Boolean);
}

/**
 * Makes a bare repository where there is nothing. It appears whole and with the folder around it, also where two make
 * it at the same time. What is left of another one stays as it is: then this fails.
 */
export async function makeRepository(directory: string): Promise<void> {
  const around = dirname(directory);
  await mkdir(dirname(around), { recursive: true });
  const draft = await mkdtemp(`${around}.draft-`);
  try {
    const name = basename(directory);
    await git(draft, ['init', '--bare', '--quiet', '--template=', '--initial-branch=master', name]);
    // Where another one has made both, nothing is moved; an older server that died in the middle has left the folder
    // around it.
    if (!(await moveInto(draft, around))) await moveInto(join(draft, name), directory);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  if ((await inspectRepository(directory)) !== 'sound') throw new Error(`${directory} is no repository`);
}

/** Moves a folder to where none is, or an empty one. @returns whether it was moved */
async function moveInto(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreAbsent)) !== undefined;
}

function ignoreAbsent(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw error;
}
