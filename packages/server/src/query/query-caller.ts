import type { Caller } from '@oriel/engine';
import { createHash } from 'node:crypto';
import type { DataPrincipal, EmbedPrincipal, Principal } from '../access/principal.ts';

/** Claims of a JWT that do not identify its caller. */
const OF_TOKEN = new Set(['iat', 'exp', 'nbf', 'jti']);

/**
 * Who a query is counted as where what a runtime can do at once is shared: users by themselves, and together as the
 * account; embedded viewers by themselves, and together as their embed tenant; data tokens as the user they were made
 * for, else by the security context that they carry.
 */
export function queryCallerOf(principal: Principal): Caller {
  switch (principal.kind) {
    case 'user':
      return { tenant: 'account', id: `user ${principal.userId}` };
    case 'embed':
      return { tenant: `embed ${principal.embedTenantId}`, id: holderOf(principal) };
    case 'data':
      return { tenant: 'data tokens', id: holderOf(principal) };
    case 'anonymous':
      return { tenant: 'anonymous', id: '' };
    default:
      return principal satisfies never;
  }
}

/** A token that a host has signed itself names no holder. */
function holderOf({ claims, securityContext }: EmbedPrincipal | DataPrincipal): string {
  return claims.viewer?.holder ?? digestOf(securityContext);
}

/** What of a security context says who its caller is, as a short text: the same for every token of one caller. */
export function digestOf(context: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(context).filter(([name]) => !OF_TOKEN.has(name));
  return createHash('sha256').update(JSON.stringify(own.toSorted())).digest('base64');
}
