import { limits, refuse } from '@oriel/contract';
import { git, GitError } from '../git.ts';
import {
  branchRefs,
  branchStates,
  findBranchParts,
  findBranchState,
  refChanges,
  type BranchState,
} from './branch-state.ts';
import { changeRefs, listRefs } from './ref-changes.ts';

/** The branches of a repository. */
export interface Branches {
  findBranch(name: string): Promise<BranchState | undefined>;
  /** @throws `branch_not_found` */
  getBranch(name: string): Promise<BranchState>;
  /** By name. */
  listBranches(): Promise<BranchState[]>;
  /** @throws `branch_name_invalid`, `branch_name_taken`, `too_many_branches` */
  createBranch(name: string, commit: string): Promise<BranchState>;
  /**
   * Removes a branch with its draft. What was committed can be had again from its commit for two weeks.
   * @throws `branch_changed`
   */
  removeBranch(branch: BranchState): Promise<void>;
}

/** Brings a branch from one state to another, and tells of it. @throws `branch_changed` */
export type MoveBranch = (
  name: string,
  from: Partial<BranchState> | undefined,
  to: Partial<BranchState> | undefined,
) => Promise<void>;

/** What is done with the branches of a repository. */
interface BranchOptions {
  readonly directory: string;
  onChange(branch: string): void;
}

export function createBranches({ directory, onChange }: BranchOptions): Branches & { move: MoveBranch } {
  const move: MoveBranch = async (name, from, to) => {
    if (!(await changeRefs(directory, refChanges(name, from, to)))) throw refuse('branch_changed', { name });
    onChange(name);
  };
  const findBranch = (name: string) => findBranchState(directory, name);
  return {
    move,
    findBranch,
    async getBranch(name) {
      const branch = await findBranch(name);
      if (!branch) throw refuse('branch_not_found', { name });
      return branch;
    },
    listBranches: async () => branchStates(await listRefs(directory, branchRefs)),
    async createBranch(name, commit) {
      if (!(await isBranchName(name))) throw refuse('branch_name_invalid', { name });
      const { size } = await listRefs(directory, ['refs/heads/']);
      if (size >= limits.MAX_BRANCHES) throw refuse('too_many_branches', { max: limits.MAX_BRANCHES });
      const state = { name, head: commit };
      await forgetLeftovers(directory, name);
      const hasChanged = await changeRefs(directory, refChanges(name, undefined, state)).catch(
        (error: unknown) => {
          // One of `a` and `a/b` is in the way of the other.
          if (error instanceof GitError && error.message.includes('cannot create')) return false;
          throw error;
        },
      );
      if (!hasChanged) throw refuse('branch_name_taken', { name });
      onChange(name);
      return state;
    },
    removeBranch: (branch) => move(branch.name, branch, undefined),
  };
}

/** Forgets what was kept of a branch that is gone, so that another of its name does not begin with it. */
export async function forgetLeftovers(directory: string, name: string): Promise<void> {
  const left = await findBranchParts(directory, name);
  if (left.head === undefined && (left.draft ?? left.conflict) !== undefined)
    await changeRefs(directory, refChanges(name, left, undefined));
}

/** A file with its lock is named after each part. */
const MAX_PART_BYTES = limits.MAX_PATH_PART_BYTES - '.lock'.length;

/**
 * Whether a branch may have this name.
 *
 * @see git-check-ref-format(1)
 */
export async function isBranchName(name: string): Promise<boolean> {
  // One that begins with a dash would be an option of commands, and one that is a commit or a ref would be mistaken for
  // it.
  if (name.startsWith('-') || /^(@|HEAD|refs\/.*|[0-9a-f]{40})$/.test(name)) return false;
  if (name.includes('\0') || !name.isWellFormed() || Buffer.byteLength(name) > limits.MAX_PATH_LENGTH)
    return false;
  if (name.split('/').some((part) => Buffer.byteLength(part) > MAX_PART_BYTES)) return false;
  return git('.', ['check-ref-format', `refs/heads/${name}`]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof GitError) return false;
      throw error;
    },
  );
}
