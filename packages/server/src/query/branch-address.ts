import { refuse } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';
import { may } from '../access/may.ts';
import type { Authenticate } from '../http/caller/authentication.ts';

/**
 * Has the address say which branch is queried. Users need the right to read the model for a branch that is not
 * deployed; every other credential is for one branch, and asks no other.
 *
 * @throws `forbidden`, besides what the authentication refuses
 */
export function authenticateForBranch(authenticate: Authenticate): Authenticate {
  return async (request, access) => {
    const branch = takeBranch(request);
    const { principal, deployment } = await authenticate(request, access);
    if (!deployment) return { principal, deployment };
    const isOwn = deployment.deployBranch === branch;
    const readsModel =
      principal.kind === 'user' && may(principal, 'SchemaRead', { deploymentId: deployment.id });
    if (!isOwn && !readsModel)
      throw refuse('forbidden', { reason: 'The credential may not query this branch' });
    return { principal, deployment: { ...deployment, deployBranch: branch } };
  };
}

/** The operation itself knows of no branch, so its parameters have none. */
function takeBranch(request: FastifyRequest): string {
  // Both are of the address that this is registered for.
  const params = request.params as { branchName?: string };
  const { branchName = '' } = params;
  delete params.branchName;
  return branchName;
}
