import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** No part of a branch's name is empty or begins with a dot, so no name leads out of the folder of branches. */
const NAME_THAT_NO_BRANCH_HAS = /(^|\/)(\.|\/|$)|[\\\0]/;
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/**
 * The newest commit of a branch of a bare repository; undefined where there is no such branch. It is read from the
 * repository's files, so that asking often starts no process.
 *
 * @see gitrepository-layout(5), for loose and packed refs
 */
export async function findBranchHead(repository: string, branch: string): Promise<string | undefined> {
  if (NAME_THAT_NO_BRANCH_HAS.test(branch)) return undefined;
  const ref = `refs/heads/${branch}`;
  // Git packs a ref before it removes the loose one: who looks in this order finds it in one of both.
  const loose = await findText(join(repository, ref));
  if (loose !== undefined) return loose.trim();
  const packed = (await findText(join(repository, 'packed-refs'))) ?? '';
  const line = packed.split('\n').find((candidate) => candidate.endsWith(` ${ref}`));
  return line?.slice(0, line.indexOf(' '));
}

async function findText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
