import { isRefusal, Refusal, type GitRemoteBranch } from '@oriel/contract';
import { git, GitError } from '../build/git.ts';
import type { ModelRepositories } from '../build/model-repositories.ts';
import type { BranchState, ModelRepository } from '../build/model-repository.ts';
import type { PushResult } from '../build/remotes/remote-heads.ts';
import { changeRefs } from '../build/repository/ref-changes.ts';
import { starterProject } from '../build/starter-project.ts';
import { planBranch, type BranchStep } from './branch-plan.ts';

/** What branches are brought in step with. */
interface BranchSync {
  readonly deploymentId: number;
  readonly deployBranch: string;
  readonly repositories: ModelRepositories;
  readonly repository: ModelRepository;
  /** Commits of the remote by branch. */
  readonly heads: ReadonlyMap<string, string>;
  /** The same as they were before. */
  readonly before: ReadonlyMap<string, string>;
  /** Branches that are left alone. */
  readonly skip: ReadonlySet<string>;
  push(branch: string, commit: string): Promise<PushResult>;
}

/** What has come of it. */
interface SyncedBranches {
  /** Branches with another head now. */
  readonly moved: readonly string[];
  /** Whether a branch was created or removed. */
  readonly hasOthers: boolean;
  readonly told: readonly GitRemoteBranch[];
}

/** Who a draft is carried to a new head by, where it has no author of its own. */
const author = { name: 'Oriel', email: 'oriel@localhost' };

const DIVERGED =
  'both sides have commits that the other does not have; pull the branch, or bring them together at the git host';
const DRAFT = 'what is saved on it conflicts with the remote; commit with resolveMergeConflict';
const MOVED = 'it was changed meanwhile; it is tried again';

/** Brings every branch in step as far as nothing is lost by it, and tells of the others. */
export async function syncBranches(sync: BranchSync): Promise<SyncedBranches> {
  const isStarted = await startProject(sync);
  const states = new Map((await sync.repository.listBranches()).map((state) => [state.name, state]));
  const names = new Set([...states.keys(), ...sync.heads.keys(), ...sync.before.keys()]);
  const known = new Set(sync.heads.values());
  const moved: string[] = isStarted ? [sync.deployBranch] : [];
  const told: GitRemoteBranch[] = [];
  let hasOthers = isStarted;
  for (const name of [...names].sort()) {
    if (sync.skip.has(name)) continue;
    const state = states.get(name);
    const sides = {
      local: state?.head,
      remote: sync.heads.get(name),
      before: sync.before.get(name),
      isDeployed: name === sync.deployBranch,
      hasDraft: state?.draft !== undefined || state?.conflict !== undefined,
      isKnown: state !== undefined && known.has(state.head),
    };
    const step = await planBranch(sides, (commit, of) => isAncestor(sync.repository.directory, commit, of));
    const reason = await takeStep(sync, { step, name, state });
    if (reason !== undefined) told.push({ name, reason });
    else if (step === 'create' || step === 'remove') hasOthers = true;
    if (reason === undefined && (step === 'create' || step === 'forward' || step === 'follow'))
      moved.push(name);
  }
  return { moved, hasOthers, told };
}

/**
 * Makes the project that a deployment starts with where neither side has had a branch, as in a new repository. True
 * where it did.
 */
async function startProject({ repository, heads, before, skip, deployBranch }: BranchSync): Promise<boolean> {
  const isEmpty = heads.size === 0 && before.size === 0 && skip.size === 0;
  if (!isEmpty || (await repository.listBranches()).length > 0) return false;
  await repository.startBranch(deployBranch, starterProject, { message: 'Start the project', author });
  return true;
}

interface Step {
  readonly step: BranchStep;
  readonly name: string;
  readonly state: BranchState | undefined;
}

/** Answers with the reason where a branch stays out of step. */
async function takeStep(sync: BranchSync, { step, name, state }: Step): Promise<string | undefined> {
  const { repository, heads } = sync;
  const remote = heads.get(name) ?? '';
  try {
    switch (step) {
      case 'none':
        return undefined;
      case 'tell':
        return DIVERGED;
      case 'create':
        await repository.createBranch(name, remote);
        return undefined;
      case 'push': {
        const pushed = await sync.push(name, state?.head ?? '');
        return pushed.kind === 'refused' ? pushed.reason : undefined;
      }
      case 'remove':
        if (state) await repository.removeBranch(state);
        return undefined;
      case 'follow':
        return await follow(sync, name, { from: state?.head, to: remote });
      case 'forward': {
        if (!state) return undefined;
        const merged = await repository.merge({ from: remote, into: state, message: 'Fetch', author });
        return merged.kind === 'conflict' ? DRAFT : undefined;
      }
    }
    return step satisfies never;
  } catch (error) {
    if (isRefusal(error, 'branch_changed')) return MOVED;
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** The history of the remote was written anew, and nothing here is on top of the old one. */
async function follow(
  { repository, repositories, deploymentId }: BranchSync,
  name: string,
  { from, to }: { from: string | undefined; to: string },
): Promise<string | undefined> {
  if (!(await changeRefs(repository.directory, [{ ref: `refs/heads/${name}`, from, to }]))) return MOVED;
  await repositories.noteMove(deploymentId, name);
  return undefined;
}

/** Whether a commit is in the history of another. */
async function isAncestor(directory: string, commit: string, of: string): Promise<boolean> {
  try {
    await git(directory, ['merge-base', '--is-ancestor', commit, of]);
    return true;
  } catch (error) {
    if (error instanceof GitError && error.exitCode === 1) return false;
    throw error;
  }
}
