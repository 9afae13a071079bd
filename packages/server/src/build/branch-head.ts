import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An empty part or one that begins with a dot; refusing it keeps names within the folder of branches. */
const INVALID_BRANCH_NAME = /(^|\/)(\.|\/|$)|[\\\0]/;
const NOT_FOUND_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/**
 * The head commit of a branch of a bare repository; undefined where there is no such branch. Reads the repository's
 * files, so that frequent checks start no process.
 *
 * @see gitrepository-layout(5), for loose and packed refs
 */
export async function findBranchHead(repository: string, branch: string): Promise<string | undefined> {
  if (INVALID_BRANCH_NAME.test(branch)) return undefined;
  const ref = `refs/heads/${branch}`;
  // Git packs a ref before it removes the loose one, so in this order one of the two reads finds it.
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
    if (NOT_FOUND_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
