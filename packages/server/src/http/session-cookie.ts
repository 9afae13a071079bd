import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from './handler.ts';
import { isEncrypted } from './transport-security.ts';

export const SESSION_COOKIE = 'oriel_session';

/** The console session's cookie on one request: never readable by scripts, never sent from another site. */
export function createSessionCookie(request: FastifyRequest, reply: FastifyReply): SessionCookie {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isEncrypted(request) } as const;
  return {
    value: request.cookies[SESSION_COOKIE],
    set: (value, maxAge) => void reply.setCookie(SESSION_COOKIE, value, { ...options, maxAge }),
    clear: () => void reply.clearCookie(SESSION_COOKIE, options),
  };
}
