import { may } from '../../access/may.ts';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import { shownResources } from '../../access/roles/resource-rights.ts';

/**
 * The threads of others that the roles of a caller show in a deployment, by their ids; null is every one. Threads that
 * their owners share are not among them.
 */
export function shownThreads(
  actor: UserPrincipal | EmbedPrincipal,
  deploymentId: number,
): readonly string[] | null {
  if (actor.kind !== 'user') return [];
  const readsAll = ['ChatHistoryRead', 'ChatThreadRead'] as const;
  if (readsAll.some((permission) => may(actor, permission, { deploymentId }))) return null;
  return shownResources(actor.rights, 'ChatThread');
}
