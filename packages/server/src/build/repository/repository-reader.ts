import { LRUCache } from 'lru-cache';
import { readCommits, type CommitInfo } from './commit-info.ts';
import { listTree, type TreeEntry } from './model-tree.ts';

/** Reads what never changes of a repository, and keeps what was read last. */
export interface RepositoryReader {
  /** Everything below the tree of a commit. @throws `model_too_large` */
  listTree(commit: string): Promise<readonly TreeEntry[]>;
  readCommit(commit: string): Promise<CommitInfo>;
  /** Keeps what was written just now, so that it need not be read. */
  note(info: CommitInfo, entries: readonly TreeEntry[]): void;
}

/** Entries of the trees that are kept. */
const MAX_KEPT_ENTRIES = 10_000;
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
    note(info, entries) {
      commits.set(info.commit, info);
      trees.set(info.commit, entries.toSorted(byPath));
    },
  };
}

/** As git lists them, but for characters that UTF-16 has in another order than UTF-8. */
const byPath = (one: TreeEntry, other: TreeEntry) => (one.path < other.path ? -1 : 1);
