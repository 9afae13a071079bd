import { refuse } from '@oriel/contract';
import { may } from '../../access/may.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import type { BranchRow, Holder } from './branch-store.ts';

/** The credential of a call, as dev mode tells them apart. */
export function holderOf({ userId, apiKey }: UserPrincipal): Holder {
  return { userId, apiKeyId: apiKey?.id ?? null };
}

/** Who a commit of a user is by. */
export function authorOf({ email }: UserPrincipal): { name: string; email: string } {
  return { name: email, email };
}

/** Whether a branch is the one that is deployed. */
export function isDeployed({ name }: Pick<BranchRow, 'name'>, { deployBranch }: DeploymentRef): boolean {
  return name === deployBranch;
}

/**
 * Checks that files may be saved on a branch: it is a dev-mode branch of the caller.
 *
 * @throws `not_dev_branch`, `branch_of_another`
 */
export function checkSavable(branch: BranchRow, actor: UserPrincipal, deployment: DeploymentRef): void {
  // A dev-mode branch may be deployed since.
  if (!branch.isDev || isDeployed(branch, deployment)) throw refuse('not_dev_branch', { name: branch.name });
  if (branch.ownerId !== actor.userId) throw refuse('branch_of_another', { name: branch.name });
}

/**
 * Checks that commits may be brought into a branch: a dev-mode branch takes those of its owner, every other one those
 * of who may change what is deployed.
 *
 * @throws `branch_of_another`, `forbidden`
 */
export function checkChangeable(branch: BranchRow, actor: UserPrincipal, deployment: DeploymentRef): void {
  if (branch.isDev && !isDeployed(branch, deployment)) checkSavable(branch, actor, deployment);
  else checkMayUpdate(actor, deployment);
}

/** @throws `forbidden` for who may change dev-mode branches alone */
export function checkMayUpdate(actor: UserPrincipal, { id: deploymentId }: DeploymentRef): void {
  if (!may(actor, 'SchemaUpdate', { deploymentId }))
    throw refuse('forbidden', { reason: 'This needs the permission SchemaUpdate' });
}

/**
 * Checks that a branch may be removed: a dev-mode branch by its owner and by administrators, every other one by who may
 * change what is deployed.
 *
 * @throws `branch_is_deployed`, `branch_of_another`, `forbidden`
 */
export function checkRemovable(branch: BranchRow, actor: UserPrincipal, deployment: DeploymentRef): void {
  if (isDeployed(branch, deployment)) throw refuse('branch_is_deployed', { name: branch.name });
  if (!branch.isDev) return checkMayUpdate(actor, deployment);
  if (branch.ownerId !== actor.userId && !may(actor, 'All'))
    throw refuse('branch_of_another', { name: branch.name });
}
