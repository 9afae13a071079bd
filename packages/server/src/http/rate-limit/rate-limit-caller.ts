import '@fastify/cookie';
import type { ServerBrand } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import type { EmbedPrincipal, Principal } from '../../access/principal.ts';
import { clientNetwork } from './client-network.ts';
import { readSessionCookie } from '../session-cookie.ts';

/** Who is counted, and by which limit. Keys are shared through the database, so they hold no secret and no name. */
export interface Caller {
  readonly kind: 'credential' | 'tenant' | 'address' | 'failures';
  readonly key: string;
}

/**
 * Tells callers apart. Credentials that anybody may get more of by themselves count together: two tabs of a viewer and two
 * sign-ins of a user are one caller, two API keys or data tokens are two.
 */
export function callerOf(request: FastifyRequest, principal: Principal, brand: ServerBrand): Caller {
  const secret = secretOf(request);
  const key = keyOfPerson(principal, brand) ?? (secret && `secret ${secret}`);
  return key === undefined ? addressOf(request) : { kind: 'credential', key };
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

/** The hash of the credential that a request carries; undefined for one without. */
export function secretOf(request: FastifyRequest): string | undefined {
  const { authorization, 'x-cube-authorization': other } = request.headers;
  const header = authorization ?? (typeof other === 'string' ? other : undefined);
  const secret = header?.trim().split(/\s+/).at(-1) ?? readSessionCookie(request);
  return secret ? digest(secret) : undefined;
}

function keyOfPerson(principal: Principal, brand: ServerBrand): string | undefined {
  if (principal.kind === 'embed') return keyOfViewer(principal, brand);
  if (principal.kind === 'user' && principal.via === 'console-session') return `user ${principal.userId}`;
  return undefined;
}

/** A console user may be a viewer as well, and then is told by name. */
function keyOfViewer(
  { embedUserId, tenantId, securityContext }: EmbedPrincipal,
  brand: ServerBrand,
): string | undefined {
  if (embedUserId > 0) return `embed-user ${embedUserId}`;
  const { username } = (securityContext[brand.securityContextKey] ?? {}) as { username?: unknown };
  return typeof username === 'string' ? `viewer ${digest(`${tenantId} ${username}`)}` : undefined;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url');
}
