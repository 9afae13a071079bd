import type { Caller } from '@oriel/engine';
import { createHash } from 'node:crypto';
import type { Principal } from '../access/principal.ts';

/** Claims of a JWT that say nothing about whose it is. */
const OF_TOKEN = new Set(['iat', 'exp', 'nbf', 'jti']);

/**
 * Who a query is counted as where what a runtime can do at once is shared: users by themselves, and together as the account;
 * embedded viewers by themselves, and together as their embed tenant; data tokens by the security context that they carry.
 */
export function queryCallerOf(principal: Principal): Caller {
  switch (principal.kind) {
    case 'user':
      return { tenant: 'account', id: String(principal.userId) };
    case 'embed':
      return { tenant: `embed ${principal.embedTenantId}`, id: String(principal.embedUserId) };
    case 'data':
      return { tenant: 'data tokens', id: digestOf(principal.securityContext) };
    case 'anonymous':
      return { tenant: 'anonymous', id: '' };
    default:
      return principal satisfies never;
  }
}

function digestOf(context: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(context).filter(([name]) => !OF_TOKEN.has(name));
  return createHash('sha256').update(JSON.stringify(own.toSorted())).digest('base64');
}
