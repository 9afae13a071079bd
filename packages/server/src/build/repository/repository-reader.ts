import { LRUCache } from 'lru-cache';
import { readCommits, type CommitInfo } from './commit-info.ts';
import { listTree, type TreeEntry } from './model-tree.ts';

/** Reads what never changes of a repository, and keeps what was read last. */
export interface RepositoryReader {
  /** Everything below the tree of a commit. @throws `model_too_large` */
  listTree(commit: string): Promise<readonly TreeEntry[]>;
  readCommit(commit: string): Promise<CommitInfo>;
}

/** Entries of the trees that are kept. */
const MAX_KEPT_ENTRIES = 20_000;
const MAX_KEPT_COMMITS = 200;

/** Makes a reader that has read nothing yet. */
export function createRepositoryReader(directory: string): RepositoryReader {
  const trees = new LRUCache<string, readonly TreeEntry[]>({
    maxSize: MAX_KEPT_ENTRIES,
    sizeCalculation: ({ length }) => length + 1,
  });
  const commits = new LRUCache<string, CommitInfo>({ max: MAX_KEPT_COMMITS });
  return {
    async listTree(commit) {
      const known = trees.get(commit);
      if (known) return known;
      const entries = await listTree(directory, commit);
      trees.set(commit, entries);
      return entries;
    },
    async readCommit(commit) {
      const known = commits.get(commit);
      if (known) return known;
      const [info] = await readCommits(directory, commit, 1);
      if (!info) throw new Error(`The repository has no commit ${commit}`);
      commits.set(commit, info);
      return info;
    },
  };
}
