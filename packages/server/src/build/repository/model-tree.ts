import { limits, refuse } from '@oriel/contract';
import { git, GitError, type GitOptions } from '../git.ts';

/** A file of a data model at a commit. */
export interface TreeFile {
  readonly path: string;
  /** Id of its content in git. */
  readonly blob: string;
  readonly sizeBytes: number;
}

/** Whatever a tree may hold, also what is no file of a model: symbolic links and submodules. */
export interface TreeEntry extends TreeFile {
  /** As git writes it: `100644`, `100755` for files, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
}

/** Bytes that the listing of a tree may take: more than the largest model has with its longest paths. */
const MAX_LISTING_BYTES = limits.MAX_MODEL_FILES * (limits.MAX_PATH_LENGTH + 80);

/**
 * Lists everything below the tree of a commit, in git's order. A tree that is larger than a model may be costs no more
 * than the largest one.
 *
 * @throws `model_too_large`
 */
export async function listTree(
  directory: string,
  commit: string,
  options: GitOptions = {},
): Promise<TreeEntry[]> {
  const bounds = { ...options, maxOutputBytes: MAX_LISTING_BYTES };
  const listing = await git(directory, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit], bounds).catch(
    (error: unknown) => {
      if (error instanceof GitError && error.wroteTooMuch) throw tooManyFiles();
      throw error;
    },
  );
  const entries = listing.toString().split('\0').filter(Boolean).map(parseEntry);
  if (entries.length > limits.MAX_MODEL_FILES) throw tooManyFiles();
  return entries;
}

const tooManyFiles = () =>
  refuse('model_too_large', { reason: `it has more than ${limits.MAX_MODEL_FILES} files` });

/** `<mode> <type> <object> <size, padded>\t<path>`; a submodule has `-` for its size. */
function parseEntry(line: string): TreeEntry {
  const end = line.indexOf('\t');
  const [mode = '', , blob = '', size] = line.slice(0, end).split(/ +/);
  return { mode, blob, sizeBytes: Number(size) || 0, path: line.slice(end + 1) };
}

/** Whether an entry is a file, and not a link or a submodule. */
export function isFile({ mode }: TreeEntry): boolean {
  return mode.startsWith('100');
}

/**
 * Checks a whole model against its limits.
 *
 * @throws `model_file_too_large`, `model_too_large`
 */
export function checkSize(entries: readonly TreeEntry[]): void {
  const large = entries.find(({ sizeBytes }) => sizeBytes > limits.MAX_MODEL_FILE_BYTES);
  if (large)
    throw refuse('model_file_too_large', { path: large.path, maxBytes: limits.MAX_MODEL_FILE_BYTES });
  if (entries.length > limits.MAX_MODEL_FILES) throw tooManyFiles();
  const bytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > limits.MAX_MODEL_BYTES)
    throw refuse('model_too_large', { reason: `its files have more than ${limits.MAX_MODEL_BYTES} bytes` });
}
