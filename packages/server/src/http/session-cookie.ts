import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from './handler.ts';
import { isEncrypted } from './transport-security.ts';

/** Over HTTPS the prefix binds the cookie to this very host: no other host of the domain can set one in its place. */
const SESSION_COOKIE = '__Host-oriel_session';

/** The name on the loopback interface without HTTPS, where browsers refuse the prefix. */
const PLAIN_SESSION_COOKIE = 'oriel_session';

/** The console session that a request brings; undefined for none. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

/** The console session's cookie on one request: never readable by scripts, never sent from another site. */
export function createSessionCookie(request: FastifyRequest, reply: FastifyReply): SessionCookie {
  const name = cookieName(request);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isEncrypted(request) } as const;
  return {
    value: readSessionCookie(request),
    set: (value, maxAge) => void reply.setCookie(name, value, { ...options, maxAge }),
    clear: () => void reply.clearCookie(name, options),
  };
}

function cookieName(request: FastifyRequest): string {
  return isEncrypted(request) ? SESSION_COOKIE : PLAIN_SESSION_COOKIE;
}
