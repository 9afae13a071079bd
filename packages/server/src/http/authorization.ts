import { refuse, type Operation } from '@oriel/contract';
import type { Authentication } from './authentication.ts';
import { isAtLeast, type Principal } from '../access/principal.ts';

/**
 * Checks that the caller may call an operation at all.
 *
 * @throws 401 for nobody, 403 for a caller without the right
 */
export function authorize({ access }: Operation, { principal }: Authentication): void {
  if (!(access.principals as readonly Principal['kind'][]).includes(principal.kind)) {
    throw principal.kind === 'anonymous'
      ? refuse('unauthenticated')
      : refuse('forbidden', { reason: 'This kind of credential may not call this operation' });
  }
  if (principal.kind !== 'user' || isAtLeast(principal.role, access.role)) return;
  if (access.role === 'Admin') throw refuse('admin_only');
  throw refuse('forbidden', { reason: `This needs the role ${access.role} or higher` });
}
