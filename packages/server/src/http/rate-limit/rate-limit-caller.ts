import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../access/principal.ts';
import { clientNetwork } from './client-network.ts';

/** Who is counted, and by which limit. Keys are shared through the database, so they hold no secret and no name. */
export interface Caller {
  readonly kind: 'credential' | 'tenant' | 'address' | 'failures';
  readonly key: string;
}

/**
 * Tells callers apart. Credentials that anybody may get more of by themselves count together: two tabs of a viewer, two
 * sign-ins of a user and all data tokens of either are one caller, two API keys or data tokens that a host has signed
 * are two.
 *
 * @param secret the hash of the credential
 */
export function callerOf(secret: string, principal: Principal): Caller {
  return { kind: 'credential', key: keyOfPerson(principal) ?? `secret ${secret}` };
}

/** The account that a credential is of. */
export function tenantOf({ tenantId }: Principal): Caller {
  return { kind: 'tenant', key: `tenant ${tenantId}` };
}

/** A client without a credential. */
export function addressOf(request: FastifyRequest): Caller {
  return { kind: 'address', key: `address ${clientNetwork(request.ip)}` };
}

/** A client as far as credentials of its are refused. */
export function failuresOf(request: FastifyRequest): Caller {
  return { kind: 'failures', key: `failures ${clientNetwork(request.ip)}` };
}

function keyOfPerson(principal: Principal): string | undefined {
  switch (principal.kind) {
    case 'embed':
    case 'data':
      return principal.claims.viewer?.holder;
    case 'user':
      if (principal.accessToken) return `user ${principal.userId} client ${principal.accessToken.clientId}`;
      return principal.via === 'console-session' ? `user ${principal.userId}` : undefined;
    case 'anonymous':
      return undefined;
  }
}
