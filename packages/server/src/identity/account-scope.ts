import { refuse } from '@oriel/contract';
import type { UserPrincipal } from '../access/principal.ts';

/**
 * Checks that a credential reaches the whole account, which whatever changes more than one deployment needs.
 *
 * @throws `forbidden` for a key that is scoped to deployments
 */
export function checkReachesAccount({ deploymentIds }: UserPrincipal): void {
  if (deploymentIds !== null)
    throw refuse('forbidden', {
      reason: 'A key that is scoped to deployments may not change the account; use one without a scope',
    });
}
