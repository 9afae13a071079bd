import { git, GitError } from '../git.ts';
import { readBlobs } from './blob-contents.ts';

/** A file that two sides have changed in different ways. A side without content has removed it or never had it. */
export interface ConflictFile {
  readonly path: string;
  /** What both sides began with. */
  readonly base?: string;
  /** What is on the branch that is merged into. */
  readonly ours?: string;
  /** What would be merged. */
  readonly theirs?: string;
}

/** What became of two commits that were put together: the tree, with marks of conflict in the files that have one. */
export interface MergedTree {
  readonly tree: string;
  readonly conflicts: readonly ConflictFile[];
}

const MERGE_TIMEOUT_MS = 30_000;
const STAGES = { 1: 'base', 2: 'ours', 3: 'theirs' } as const;

/** Puts two commits together, by what both have in common, without a work tree. Nothing but objects is written. */
export async function mergeTrees(directory: string, ours: string, theirs: string): Promise<MergedTree> {
  const args = ['-c', 'merge.renameLimit=1000', 'merge-tree', '--write-tree', '-z'];
  const output = await git(
    directory,
    [...args, '--no-messages', '--allow-unrelated-histories', ours, theirs],
    { timeoutMs: MERGE_TIMEOUT_MS },
  ).catch((error: unknown) => {
    // The code of a merge with conflicts.
    if (error instanceof GitError && error.exitCode === 1) return error.output;
    throw error;
  });
  const [tree = '', ...lines] = output.toString().split('\0').filter(Boolean);
  return { tree, conflicts: await readConflicts(directory, lines) };
}

/** Each line is `<mode> <blob> <stage>\t<path>`. */
async function readConflicts(directory: string, lines: readonly string[]): Promise<ConflictFile[]> {
  const sides = lines.map((line) => {
    const end = line.indexOf('\t');
    const [, blob = '', stage] = line.slice(0, end).split(' ');
    const side = stage === '1' || stage === '2' || stage === '3' ? STAGES[stage] : undefined;
    return { path: line.slice(end + 1), blob, side };
  });
  const contents = await readBlobs(
    directory,
    sides.map(({ blob }) => blob),
  );
  const files = new Map<string, ConflictFile>();
  for (const { path, blob, side } of sides) {
    const content = contents.get(blob)?.toString();
    const file = files.get(path) ?? { path };
    files.set(path, side && content !== undefined ? { ...file, [side]: content } : file);
  }
  return [...files.values()];
}

/** The newest commit that the histories of both have in common; undefined where they have none. */
export async function mergeBase(directory: string, one: string, other: string): Promise<string | undefined> {
  try {
    return (await git(directory, ['merge-base', one, other])).toString().trim();
  } catch (error) {
    if (error instanceof GitError && error.exitCode === 1) return undefined;
    throw error;
  }
}
