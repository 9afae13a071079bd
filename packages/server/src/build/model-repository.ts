import { refuse } from '@oriel/contract';
import type { ModelFile } from '@oriel/semantic';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readBlobs, textOf } from './repository/blob-contents.ts';
import { createBranches, type Branches } from './repository/branches.ts';
import { readCommits, type CommitInfo } from './repository/commit-info.ts';
import { createDrafts, type Drafts } from './repository/drafts.ts';
import { hashFiles } from './repository/file-hashes.ts';
import {
  hasRefs,
  inspectRepository,
  makeRepository,
  modelDirectory,
  wasMade,
} from './repository/make-repository.ts';
import { createMerges, type Merges } from './repository/merges.ts';
import type { Change } from './repository/model-change.ts';
import { isFile, type TreeFile } from './repository/model-tree.ts';
import { createRepositoryReader } from './repository/repository-reader.ts';
import type { Author } from './repository/write-commit.ts';

export type { BranchState } from './repository/branch-state.ts';
export type { CommitInfo } from './repository/commit-info.ts';
export type { ConflictFile } from './repository/merge-commits.ts';
export type { Change } from './repository/model-change.ts';
export type { TreeFile } from './repository/model-tree.ts';
export type { Author, CommitText } from './repository/write-commit.ts';
export { shownCommit } from './repository/branch-state.ts';
export { sha1Of } from './repository/file-hashes.ts';
export { modelDirectory } from './repository/make-repository.ts';

/** The whole content of a branch to be committed. */
interface Commit {
  branch: string;
  message: string;
  author: Author;
  /** Every file of the branch after the commit; what is not listed is removed. */
  files: readonly ModelFile[];
}

/**
 * The data model of one deployment: a bare git repository, read and written without a work tree. Whatever changes a
 * branch takes the {@link BranchState} that it rests on, changes everything or nothing, and is refused with
 * `branch_changed` where the branch is not in that state any more. A process that is killed at any moment leaves the
 * one state or the other.
 */
export interface ModelRepository extends Branches, Drafts, Merges {
  /** Where it lies. */
  readonly directory: string;
  /** The newest commit of a branch; undefined where there is no such branch. */
  findHead(branch: string): Promise<string | undefined>;
  /**
   * The files at a commit, in git's order; without links and submodules, which are no part of a model.
   * @throws `model_too_large`
   */
  listFiles(commit: string): Promise<TreeFile[]>;
  /** Every file at a commit with its text. */
  readFiles(commit: string): Promise<ModelFile[]>;
  /** Contents by their ids, which {@link listFiles} tells. */
  readContents(blobs: Iterable<string>): Promise<Map<string, Buffer>>;
  /** The SHA-1 of the bytes of files, in hex, by path; each content is read once in its life. */
  hashFiles(files: readonly TreeFile[]): Promise<Map<string, string>>;
  readCommit(commit: string): Promise<CommitInfo>;
  /** A commit and what came before it, the newest first, at most `max`. */
  listCommits(commit: string, max: number): Promise<CommitInfo[]>;
  /**
   * Replaces everything on a branch, whatever it holds; makes the branch where there is none. Answers with the new
   * commit.
   */
  commit(commit: Commit): Promise<string>;
}

/** What a repository tells, and what becomes of one that is not there. */
interface RepositoryOptions {
  /** A branch shows something else now, or is gone. */
  readonly onChange?: (branch: string) => void;
  /** What is known of what was in it, for one that is missing or empty. Default: nothing. */
  readonly findHistory?: () => Promise<ModelHistory>;
}

/**
 * What is known of the data model of a deployment, besides its repository: nothing, that it had branches or builds, or
 * that it has builds with commits that the repository keeps.
 */
export type ModelHistory = 'none' | 'known' | 'built';

/**
 * Looks whether a repository is as it was left; whether its objects can be read, only reading them tells.
 *
 * @throws `model_repository_lost` for one that was there and is missing, or is damaged
 */
export async function checkModelRepository(
  directory: string,
  findHistory: () => Promise<ModelHistory>,
): Promise<'sound' | 'missing'> {
  const state = await inspectRepository(directory);
  if (state === 'damaged') throw refuse('model_repository_lost', { state });
  if (state === 'missing' && ((await wasMade(directory)) || (await findHistory()) !== 'none'))
    throw refuse('model_repository_lost', { state });
  if (state === 'sound' && !(await hasRefs(directory)) && (await findHistory()) === 'built')
    throw refuse('model_repository_lost', { state: 'damaged' });
  return state;
}

/** Reads what a commit of a deployment's repository says of itself. */
export async function readCommit(dataDir: string, deploymentId: number, commit: string): Promise<CommitInfo> {
  const [info] = await readCommits(modelDirectory(dataDir, deploymentId), commit, 1);
  if (!info) throw new Error(`The deployment ${deploymentId} has no commit ${commit}`);
  return info;
}

/** A git process that writes while its folder is removed ends soon after. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 } as const;

/**
 * Deletes the repository of a deployment with everything beside it; nothing where there is none. It goes out of the way
 * first: a git process that still runs in it, as that of a build, writes into what is being removed and not into a new
 * folder.
 */
export async function removeModelRepository(dataDir: string, deploymentId: number): Promise<void> {
  const directory = dirname(modelDirectory(dataDir, deploymentId));
  const removed = `${directory}.removed`;
  // What a server has left that died in the middle.
  await rm(removed, REMOVAL);
  await rename(directory, removed).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rm(removed, REMOVAL);
}

/**
 * Opens the repository of a deployment, making it where there never was one. What is left of a damaged one is not
 * touched.
 *
 * @throws `model_repository_lost` for one that was there and is missing, or is damaged
 */
export async function openModelRepository(
  dataDir: string,
  deploymentId: number,
  { onChange = () => {}, findHistory = async () => 'none' }: RepositoryOptions = {},
): Promise<ModelRepository> {
  const directory = modelDirectory(dataDir, deploymentId);
  const state = await checkModelRepository(directory, findHistory);
  if (state === 'missing') await makeRepository(directory);
  const reader = createRepositoryReader(directory);
  const branches = createBranches({ directory, onChange });
  const drafts = createDrafts({ directory, reader, move: branches.move });
  const { move, ...listed } = branches;
  return {
    directory,
    ...listed,
    ...drafts,
    ...createMerges({ directory, reader, move }),
    findHead: async (branch) => (await branches.findBranch(branch))?.head,
    listFiles: async (commit) => (await reader.listTree(commit)).filter(isFile),
    async readFiles(commit) {
      const files = (await reader.listTree(commit)).filter(isFile);
      const contents = await readBlobs(
        directory,
        files.map(({ blob }) => blob),
      );
      return files.map(({ path, blob }) => ({ path, content: textOf(contents, blob) }));
    },
    readContents: (blobs) => readBlobs(directory, blobs),
    hashFiles: (files) => hashFiles(directory, files),
    readCommit: reader.readCommit,
    listCommits: (commit, max) => readCommits(directory, commit, max),
    async commit({ branch, message, author, files }) {
      const state = await branches.findBranch(branch);
      if (!state) return drafts.startBranch(branch, files, { message, author });
      const known = await reader.listTree(state.head);
      const kept = new Set(files.map(({ path }) => path));
      const changes: Change[] = [
        ...known.filter(({ path }) => !kept.has(path)).map(({ path }) => ({ kind: 'remove', path }) as const),
        ...files.map(({ path, content }) => ({ kind: 'set', path, content }) as const),
      ];
      const { head } = await drafts.commitChanges(state, changes, { message, author, allowEmpty: true });
      return head;
    },
  };
}
