import { isReading, refuse, refusesScoped, type Operation } from '@oriel/contract';
import { userOf, type Principal, type UserPrincipal } from './principal.ts';

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
 * The user behind an operation about the people of an account, which a credential that is scoped to deployments does
 * not see.
 *
 * @throws `forbidden`
 */
export function unscopedUserOf(principal: Principal): UserPrincipal {
  if (isScoped(principal))
    throw refuse('forbidden', {
      reason: 'A credential that is scoped to deployments may not see the people of the account',
    });
  return userOf(principal);
}

/**
 * Checks that a credential that is scoped to deployments changes nothing of the account, by what the contract says of
 * the operation.
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

/**
 * Checks that the caller of an operation for people alone has signed in to the console.
 *
 * @throws `console_session_required`
 */
export function checkInPerson(principal: Principal, { access }: Pick<Operation, 'access'>): void {
  if (access.isInPerson !== true || principal.kind !== 'user') return;
  if (principal.via !== 'console-session') throw refuse('console_session_required');
}

/**
 * Checks that a narrowed credential may call an operation.
 *
 * @throws `insufficient_scope`
 */
export function checkNarrowing(
  principal: Principal,
  operation: Pick<Operation, 'method' | 'problems' | 'tag' | 'scope'>,
): void {
  if (principal.kind !== 'user' || !principal.narrowing) return;
  const { isReadOnly, isDelegated, tags } = principal.narrowing;
  if (tags?.length === 0)
    throw refuse('insufficient_scope', { reason: 'The token has no scope of the API: api:read, api:write' });
  if (isReadOnly && !isReading(operation))
    throw refuse('insufficient_scope', { reason: 'The credential may only read' });
  if (isDelegated && !isReading(operation) && !isDelegable(operation))
    throw refuse('insufficient_scope', {
      reason: 'No token of an application may make credentials, or change people and settings of the account',
    });
  if (tags && !tags.includes(operation.tag))
    throw refuse('insufficient_scope', {
      reason: `The credential may not call operations of ${operation.tag}, only of ${tags.join(', ')}`,
    });
}

/**
 * Groups of operations without a deployment in their path that users may leave to applications and to embedded
 * surfaces. Whatever is not here they do themselves.
 */
const delegableTags: ReadonlySet<string> = new Set([
  'App Theme',
  'Chat',
  'Deployment Creation',
  'Embed',
  'Embed Tenants',
  'Exports',
  'Notifications',
]);

function isDelegable({ scope, tag }: Pick<Operation, 'scope' | 'tag'>): boolean {
  return scope === 'deployment' || delegableTags.has(tag);
}
