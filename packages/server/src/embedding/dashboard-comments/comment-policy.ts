import { refuse } from '@oriel/contract';
import type { EmbedPrincipal, Principal } from '../../access/principal.ts';
import type { CommentState } from './comment-store.ts';

/**
 * The viewer behind an operation on comments, in a session of its own.
 *
 * @throws `forbidden` for a session that shows what a console user sees, which is of no embed tenant's viewer
 */
export function commenterOf(principal: Principal): EmbedPrincipal {
  if (principal.kind !== 'embed') throw new Error(`An operation for viewers was called by ${principal.kind}`);
  if (principal.embedUserId > 0) return principal;
  throw refuse('forbidden', {
    reason: 'Comments are for embed sessions that were generated with externalId',
  });
}

/**
 * Comments tell viewers of one customer from each other by name and e-mail address, which is not for those of another.
 *
 * @throws `forbidden` in the default embed tenant
 */
export function checkOneCustomer(isDefaultTenant: boolean): void {
  if (isDefaultTenant)
    throw refuse('forbidden', {
      reason: 'Comments are for embed sessions that were generated with embedTenantName',
    });
}

/**
 * Characters without ink besides spaces, controls, formats and marks: fillers of Hangul, and the empty pattern of
 * Braille.
 */
const VISIBLE = /[^\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** @throws `validation_failed` for a body that nobody can see */
export function checkVisible(body: string): void {
  if (VISIBLE.test(body)) return;
  const issues = [{ path: 'body', message: 'must have a character that can be seen' }];
  throw refuse('validation_failed', { count: 1 }, { issues });
}

/** @throws `forbidden` for everybody but the author */
export function checkAuthor({ userId }: CommentState, viewer: EmbedPrincipal, act: string): void {
  if (userId !== viewer.embedUserId)
    throw refuse('forbidden', { reason: `Only the author of a comment may ${act}` });
}
