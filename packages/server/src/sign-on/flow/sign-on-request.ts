import type { Access } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnonymousPrincipal } from '../../access/principal.ts';
import type { Authenticate } from '../../http/caller/authentication.ts';
import { createSignOnCookies } from '../../http/caller/session-cookie.ts';
import type { SignOnCall } from './finish-sign-on.ts';

const ANYONE: Access = { principals: ['anonymous'], role: 'Viewer' };

/** Finds out for which account a request is, by its host. Counts who calls. */
export async function authenticateAccount(
  authenticate: Authenticate,
  request: FastifyRequest,
): Promise<AnonymousPrincipal> {
  request.authentication = await authenticate(request, ANYONE);
  return accountOf(request);
}

/** The account of a request that {@link authenticateAccount} has looked at. */
export function accountOf({ authentication: { principal } }: FastifyRequest): AnonymousPrincipal {
  if (principal.kind !== 'anonymous') throw new Error('Nobody in particular may sign in');
  return principal;
}

/** A request of a browser that signs in, with the cookies that it brings and gets. */
export function signOnCallOf(
  request: FastifyRequest,
  reply: FastifyReply,
  principal: AnonymousPrincipal,
): SignOnCall {
  return {
    principal,
    requestId: request.id,
    clientAddress: request.ip,
    userAgent: request.headers['user-agent'],
    cookies: createSignOnCookies(request, reply),
    log: request.log,
  };
}

/** Neither a code of the provider nor a state is in what the next page sees as where it was come from. */
export function goTo(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(address, 303);
}
