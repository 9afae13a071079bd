import { refuse, refusesScoped, type Operation } from '@oriel/contract';
import type { Principal } from './principal.ts';

/** Whether a credential is scoped to deployments; tokens of embed sessions and data tokens always are. */
export function isScoped(principal: Principal): boolean {
  switch (principal.kind) {
    case 'user':
      return principal.deploymentIds !== null;
    case 'embed':
    case 'data':
      return true;
    case 'anonymous':
      return false;
  }
}

/**
 * Checks that a credential that is scoped to deployments changes nothing of the account, by what the contract says of the
 * operation.
 *
 * @throws `forbidden`
 */
export function checkScope(principal: Principal, operation: Operation): void {
  if (refusesScoped(operation) && isScoped(principal))
    throw refuse('forbidden', {
      reason:
        'A credential that is scoped to deployments may not change the account; use one without a scope',
    });
}
