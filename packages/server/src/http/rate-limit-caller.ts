import '@fastify/cookie';
import type { Refusal, ServerBrand } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import type { EmbedPrincipal, Principal } from '../access/principal.ts';
import { clientNetwork } from './client-network.ts';
import { readSessionCookie } from './session-cookie.ts';

/** Who is counted, and by which limit. Keys are shared through the database, so they hold no secret and no name. */
export interface Caller {
  readonly kind: 'credential' | 'address';
  readonly key: string;
}

/**
 * Tells callers apart. Credentials that anybody may get more of by themselves count together: two tabs of a viewer and two
 * sign-ins of a user are one caller, two API keys or data tokens are two.
 */
export function callerOf(request: FastifyRequest, principal: Principal, brand: ServerBrand): Caller {
  if (principal.kind === 'anonymous') return addressCaller(request);
  const key = keyOfPerson(principal, brand);
  if (key !== undefined) return { kind: 'credential', key };
  return secretCaller(request) ?? addressCaller(request);
}

/** A credential that is none counts against its address; one that is valid, but not for this, as a credential. */
export function refusedCallerOf(request: FastifyRequest, { status, code }: Refusal): Caller {
  // A cookie from another site is refused before it is looked up.
  const isKnown = status !== 401 && code !== 'csrf_refused';
  return (isKnown ? secretCaller(request) : undefined) ?? addressCaller(request);
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

function addressCaller(request: FastifyRequest): Caller {
  return { kind: 'address', key: `address ${clientNetwork(request.ip)}` };
}

function secretCaller(request: FastifyRequest): Caller | undefined {
  const { authorization, 'x-cube-authorization': other } = request.headers;
  const header = authorization ?? (typeof other === 'string' ? other : undefined);
  const secret = header?.trim().split(/\s+/).at(-1) ?? readSessionCookie(request);
  return secret ? { kind: 'credential', key: `secret ${digest(secret)}` } : undefined;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url');
}
