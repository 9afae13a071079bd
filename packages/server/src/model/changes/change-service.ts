import {
  isRefusal,
  refuse,
  type CommitChangesRequest,
  type MergeIntoParentBranchRequest,
  type MergeResponse,
  type MergeToDefaultBranchRequest,
} from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import type { BranchState } from '../../build/model-repository.ts';
import type { MergeResult } from '../../build/repository/merges.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { createDeploymentStore } from '../../deployments/deployment-store.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import type { ModelBuilds } from '../builds/model-builds.ts';
import {
  authorOf,
  checkChangeable,
  checkRemovable,
  checkSavable,
  holderOf,
  isDeployed,
} from '../branches/branch-policy.ts';
import type { BranchService } from '../branches/branch-service.ts';
import { createBranchStore } from '../branches/branch-store.ts';
import type { ModelBranches, OpenBranch } from '../branches/model-branches.ts';
import type { PrepareMerge } from '../model-building.ts';
import { mergeConflict } from './merge-conflict.ts';

/** What changes of branches are made with. */
interface ChangeServiceOptions {
  readonly db: Db;
  readonly branches: ModelBranches;
  readonly branchService: Pick<BranchService, 'remove' | 'stopDevMode'>;
  readonly builds: Pick<ModelBuilds, 'start'>;
  /** Brings in commits of another host, which a merge would otherwise pass by. */
  readonly prepareMerge: PrepareMerge;
}

/** How a branch is merged. */
interface MergeOptions {
  readonly source: OpenBranch;
  readonly targetName: string;
  readonly message: string | null | undefined;
  readonly squash: boolean;
  readonly removesSource: boolean;
}

/** Why a branch does not take its own squashed commit back. */
const PASSED_OVER = ['forbidden', 'branch_of_another', 'branch_changed'] as const;

/** What the parts of the service work with. */
interface ChangeNeeds extends Pick<
  ChangeServiceOptions,
  'db' | 'branches' | 'branchService' | 'builds' | 'prepareMerge'
> {
  readonly store: ReturnType<typeof createBranchStore>;
}

/** Makes the service of commits and merges. */
export function createChangeService({
  db,
  branches,
  branchService,
  builds,
  prepareMerge,
}: ChangeServiceOptions) {
  const store = createBranchStore(db);
  return bindFirst(
    { db, branches, branchService, builds, prepareMerge, store },
    { commit, pull, mergeIntoParent, mergeToDefault },
  );
}

/**
 * Commits what is saved on the branch that the caller has in dev mode.
 *
 * @throws `not_dev_branch`, `branch_of_another`, `branch_changed`, `merge_conflict`
 */
async function commit(
  { branches, branchService, builds }: Pick<ChangeNeeds, 'branches' | 'branchService' | 'builds'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  { message, exitDevMode, resolveMergeConflict }: CommitChangesRequest,
): Promise<void> {
  const { row, state, repository } = await branches.resolve(actor, deployment, {});
  checkSavable(row, actor, deployment);
  const result = await repository.commitDraft(state, {
    message: message || 'Change the data model',
    author: authorOf(actor),
    resolveConflict: resolveMergeConflict === true,
  });
  if (result.kind === 'conflict')
    throw mergeConflict(result.files, { ours: 'what is saved', theirs: row.name });
  if (result.kind === 'merged')
    await builds.start({ deployment, branch: row.name, cause: 'commit', userId: actor.userId });
  if (exitDevMode === true) await branchService.stopDevMode(actor, deployment);
}

/**
 * Brings what the parent of a branch has into the branch. Answers whether anything has changed.
 *
 * @throws `branch_not_found`, `branch_of_another`, `branch_changed`, `merge_conflict`, `forbidden`
 */
async function pull(
  { branches, builds, prepareMerge }: Pick<ChangeNeeds, 'branches' | 'builds' | 'prepareMerge'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  branchName: string,
): Promise<boolean> {
  checkChangeable((await branches.get(deployment.id, { branchName })).row, actor, deployment);
  await prepareMerge(deployment.id);
  const { row, state, repository } = await branches.get(deployment.id, { branchName });
  const parentName = await branches.parentOf(row, deployment);
  if (parentName === undefined) return false;
  const parent = await branches.get(deployment.id, { branchName: parentName });
  const result: MergeResult = await repository.merge({
    from: parent.state.head,
    into: state,
    message: `Merge ${parentName} into ${branchName}`,
    author: authorOf(actor),
  });
  if (result.kind === 'conflict') throw mergeConflict(result.files, { ours: branchName, theirs: parentName });
  if (result.kind === 'unchanged') return false;
  await builds.start({ deployment, branch: branchName, cause: 'pull', userId: actor.userId });
  return true;
}

/**
 * @throws `branch_not_found`, `branch_is_deployed`, `branch_of_another`, `branch_protected`, `uncommitted_changes`,
 * `branch_changed`, `merge_conflict`, `forbidden`
 */
async function mergeIntoParent(
  needs: ChangeNeeds,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  input: MergeIntoParentBranchRequest,
): Promise<MergeResponse> {
  const source = await resolveInStep(needs, actor, deployment, input);
  const targetName = await needs.branches.parentOf(source.row, deployment);
  if (targetName === undefined) throw refuse('branch_is_deployed', { name: source.row.name });
  const merged = await merge(needs, actor, deployment, {
    source,
    targetName,
    message: input.message,
    squash: input.squashCommits === true,
    removesSource: input.deleteBranch === true,
  });
  if (input.switchToParentBranch === true) await leave(needs, actor, deployment, targetName);
  return merged;
}

/** @throws as {@link mergeIntoParent} */
async function mergeToDefault(
  needs: ChangeNeeds,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  input: MergeToDefaultBranchRequest,
): Promise<MergeResponse> {
  const source = await resolveInStep(needs, actor, deployment, input);
  if (isDeployed(source.row, deployment)) throw refuse('branch_is_deployed', { name: source.row.name });
  return merge(needs, actor, deployment, {
    source,
    targetName: deployment.deployBranch,
    message: input.message,
    squash: false,
    removesSource: input.removeBranchAfterMerge === true,
  });
}

async function checkMergeAllowed(
  { db }: Pick<ChangeNeeds, 'db'>,
  target: OpenBranch,
  deployment: DeploymentRef,
): Promise<void> {
  if (!isDeployed(target.row, deployment)) return;
  const settings = await createDeploymentStore(db).get(deployment.tenantId, deployment.id);
  if (!settings.deployBranchMergeAllowed)
    throw refuse('branch_protected', { name: target.row.name, setting: 'deployBranchMergeAllowed' });
}

/** Notes on the branch itself what its next commit can settle. */
async function noteConflict(actor: UserPrincipal, source: OpenBranch, target: OpenBranch) {
  const message = `Merge ${target.row.name}`;
  const { repository, state } = source;
  await repository.merge({ from: target.state.head, into: state, message, author: authorOf(actor) });
}

/**
 * Brings a squashed commit back into the branch that it was made of. Without that git would not know that the branch
 * has it, and what changes there next would conflict with what it was.
 */
async function noteSquashed(
  { builds }: Pick<ChangeNeeds, 'builds'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  { row, state, repository }: OpenBranch,
  target: BranchState,
) {
  try {
    checkChangeable(row, actor, deployment);
    const message = `Merge ${target.name} into ${row.name}`;
    await repository.merge({
      from: target.head,
      into: state,
      message,
      author: authorOf(actor),
      fastForward: false,
    });
    await builds.start({ deployment, branch: row.name, cause: 'pull', userId: actor.userId });
  } catch (error) {
    // A branch that is not the caller's, or has moved meanwhile, is merged by its next pull.
    if (!PASSED_OVER.some((code) => isRefusal(error, code))) throw error;
  }
}

async function merge(
  needs: Pick<ChangeNeeds, 'db' | 'branches' | 'branchService' | 'builds'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  { source, targetName, message, squash, removesSource }: MergeOptions,
): Promise<MergeResponse> {
  const { row, state, repository } = source;
  if (row.isDev) checkSavable(row, actor, deployment);
  if (removesSource) checkRemovable(row, actor, deployment);
  const target = await needs.branches.get(deployment.id, { branchName: targetName });
  checkChangeable(target.row, actor, deployment);
  await checkMergeAllowed(needs, target, deployment);
  if (state.draft !== undefined) throw refuse('uncommitted_changes', { name: row.name });
  const result = await repository.merge({
    from: state.head,
    into: target.state,
    message: message || `Merge ${row.name} into ${targetName}`,
    author: authorOf(actor),
    squash,
    fastForward: false,
    notesConflict: false,
  });
  if (result.kind === 'conflict') {
    await noteConflict(actor, source, target);
    throw mergeConflict(result.files, { ours: targetName, theirs: row.name });
  }
  if (result.kind === 'merged') {
    await needs.builds.start({ deployment, branch: targetName, cause: 'merge', userId: actor.userId });
    if (squash && !removesSource) await noteSquashed(needs, actor, deployment, source, result.branch);
  }
  if (removesSource) await needs.branchService.remove(actor, deployment, row.name);
  return { merged: result.kind === 'merged', branchDeleted: removesSource };
}

/** The branch that is merged, as it is once what another host has is here. */
async function resolveInStep(
  { branches, prepareMerge }: Pick<ChangeNeeds, 'branches' | 'prepareMerge'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  input: Parameters<ModelBranches['resolve']>[2],
): Promise<OpenBranch> {
  await branches.resolve(actor, deployment, input);
  await prepareMerge(deployment.id);
  return branches.resolve(actor, deployment, input);
}

async function leave(
  { branchService, store }: Pick<ChangeNeeds, 'branchService' | 'store'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  parentName: string,
) {
  const parent = await store.find(deployment.id, parentName);
  if (!parent || isDeployed(parent, deployment)) await branchService.stopDevMode(actor, deployment);
  else await store.setActive(deployment.id, holderOf(actor), parent.id);
}
