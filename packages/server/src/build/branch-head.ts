import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An empty part or one that begins with a dot; refusing it keeps names within the folder of refs. */
const INVALID_REF_NAME = /(^|\/)(\.|\/|$)|[\\\0]/;
const NOT_FOUND_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** The head commit of a branch of a bare repository; undefined where there is no such branch. */
export function findBranchHead(repository: string, branch: string): Promise<string | undefined> {
  return findRef(repository, `refs/heads/${branch}`);
}

/**
 * What a ref of a bare repository points at; undefined where there is no such ref. Reads the repository's files, so
 * that frequent checks start no process.
 *
 * @see gitrepository-layout(5), for loose and packed refs
 */
export async function findRef(repository: string, ref: string): Promise<string | undefined> {
  if (INVALID_REF_NAME.test(ref)) return undefined;
  // Git packs a ref before it removes the loose one, so in this order one of the two reads finds it.
  const loose = await findText(join(repository, ref));
  if (loose !== undefined && /^[0-9a-f]{40}\s*$/.test(loose)) return loose.trim();
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
