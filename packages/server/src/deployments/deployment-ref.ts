import { refuse } from '@oriel/contract';
import { may } from '../access/may.ts';
import type { Principal } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import type { DeploymentRef } from '../http/handler.ts';

/** Finds the deployment that a principal, who was authenticated without one, wants to reach. */
export type DeploymentFinder = (
  caller: { readonly principal: Principal; readonly branch?: string | undefined },
  id: number,
) => Promise<DeploymentRef>;

/**
 * Makes the finder. What it refuses is what the authentication of a request with the deployment in its path does.
 *
 * @throws `deployment_not_found`, `deployment_out_of_scope`; `forbidden` for a branch that the principal may not query
 */
export function createDeploymentFinder(db: Db): DeploymentFinder {
  return async ({ principal, branch }, id) => {
    // The scope first: its credential learns of no other deployment whether it exists.
    if (!isWithinScope(principal, id)) throw refuse('deployment_out_of_scope', { deploymentId: id });
    const row = await db
      .selectFrom('deployments')
      .select(['name', 'deployBranch'])
      .where('tenantId', '=', principal.tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw refuse('deployment_not_found', { id });
    const deployBranch = branchOf(principal, { id, deployed: row.deployBranch, branch });
    return { id, tenantId: principal.tenantId, name: row.name, deployBranch };
  };
}

function isWithinScope(principal: Principal, id: number): boolean {
  switch (principal.kind) {
    case 'user':
      return principal.deploymentIds === null || principal.deploymentIds.includes(id);
    case 'embed':
    case 'data':
      return principal.deploymentId === id;
    case 'anonymous':
      return false;
  }
}

/** The branch that is queried: another one than that of the credential is for those who may read the model. */
function branchOf(
  principal: Principal,
  { id, deployed, branch }: { id: number; deployed: string; branch: string | undefined },
): string {
  const own =
    principal.kind === 'embed' || principal.kind === 'data'
      ? (principal.claims.branch ?? deployed)
      : deployed;
  if (branch === undefined || branch === own) return own;
  if (principal.kind === 'user' && may(principal, 'SchemaRead', { deploymentId: id })) return branch;
  throw refuse('forbidden', { reason: 'The credential may not query this branch' });
}
