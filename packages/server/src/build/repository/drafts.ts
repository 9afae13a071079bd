import type { ModelFile } from '@oriel/semantic';
import { shownCommit, type BranchState } from './branch-state.ts';
import { isBranchName, type MoveBranch } from './branches.ts';
import { applyChanges, type Change, type ChangedTree } from './model-change.ts';
import type { RepositoryReader } from './repository-reader.ts';
import { writeChangedTree, type Author, type CommitText, type NewCommit } from './write-commit.ts';
import { refuse } from '@oriel/contract';

/** What is saved on a branch, and what is committed in one piece. */
export interface Drafts {
  /**
   * Saves changes on a branch without a commit. They add to what was saved before.
   *
   * @throws `branch_changed`, and what {@link applyChanges} refuses
   */
  saveDraft(branch: BranchState, changes: readonly Change[], author: Author): Promise<BranchState>;
  /** Forgets what was saved. @throws `branch_changed` */
  discardDraft(branch: BranchState): Promise<BranchState>;
  /**
   * Commits changes on top of the newest commit of a branch; its draft stays as it is. Where they change nothing there
   * is no commit, unless `allowEmpty` is set.
   *
   * @throws `branch_changed`, and what {@link applyChanges} refuses
   */
  commitChanges(
    branch: BranchState,
    changes: readonly Change[],
    text: CommitText & { readonly allowEmpty?: boolean },
  ): Promise<BranchState>;
  /** Makes a branch with a first commit of its own. @throws `branch_name_invalid`, `branch_changed` */
  startBranch(name: string, files: readonly ModelFile[], text: CommitText): Promise<string>;
}

/** What changes of files are written to. */
interface DraftOptions {
  readonly directory: string;
  readonly reader: RepositoryReader;
  move: MoveBranch;
}

export function createDrafts({ directory, reader, move }: DraftOptions): Drafts {
  const write = async (
    base: string | undefined,
    changed: ChangedTree,
    commit: NewCommit,
  ): Promise<string> => {
    const info = await writeChangedTree(directory, base, changed, commit);
    reader.note(info, changed.entries);
    return info.commit;
  };
  return {
    async saveDraft(branch, changes, author) {
      const shown = shownCommit(branch);
      const changed = applyChanges(await reader.listTree(shown), changes);
      if (changed.written.length + changed.removed.length === 0) return branch;
      const { treeHash, parents } = await reader.readCommit(shown);
      const commit = {
        message: 'Draft',
        author,
        parents: branch.draft === undefined ? [branch.head] : parents,
      };
      const draft = await write(treeHash, changed, commit);
      const next = { ...branch, draft };
      await move(branch.name, branch, next);
      return next;
    },
    async discardDraft(branch) {
      const { draft: _draft, ...next } = branch;
      await move(branch.name, branch, next);
      return next;
    },
    async commitChanges(branch, changes, { message, author, allowEmpty = false }) {
      const changed = applyChanges(await reader.listTree(branch.head), changes);
      if (changed.written.length + changed.removed.length === 0 && !allowEmpty) return branch;
      const { treeHash } = await reader.readCommit(branch.head);
      const commit = { message, author, parents: [branch.head] };
      const head = await write(treeHash, changed, commit);
      const next = { ...branch, head };
      await move(branch.name, branch, next);
      return next;
    },
    async startBranch(name, files, { message, author }) {
      if (!(await isBranchName(name))) throw refuse('branch_name_invalid', { name });
      const changes = files.map(({ path, content }) => ({ kind: 'set', path, content }) as const);
      const changed = applyChanges([], changes);
      const head = await write(undefined, changed, { message, author, parents: [] });
      await move(name, undefined, { head });
      return head;
    },
  };
}
