import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestCookie } from './handler.ts';
import { namesOrigin, refuseForeignOrigin } from './same-origin.ts';
import { isEncrypted } from './transport-security.ts';

/** Over HTTPS the prefix binds a cookie to this very host: no other host of the domain can set one in its place. */
const HOST_PREFIX = '__Host-';

/** The names on the loopback interface without HTTPS, where browsers refuse the prefix. */
const SESSION_COOKIE = 'oriel_session';
const DEVICE_COOKIE = 'oriel_device';

/** The console session that a request brings; undefined for none. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(SESSION_COOKIE, request)];
}

/** The console session's cookie on one request: never readable by scripts, never sent from another site. */
export function createSessionCookie(request: FastifyRequest, reply: FastifyReply): RequestCookie {
  return createCookie(SESSION_COOKIE, 'lax', { request, reply });
}

/** The cookie of a browser with an earlier sign-in, on one request. */
export function createDeviceCookie(request: FastifyRequest, reply: FastifyReply): RequestCookie {
  return createCookie(DEVICE_COOKIE, 'strict', { request, reply });
}

function createCookie(
  plainName: string,
  sameSite: 'lax' | 'strict',
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): RequestCookie {
  const name = nameOf(plainName, request);
  const options = { path: '/', httpOnly: true, sameSite, secure: isEncrypted(request) } as const;
  return {
    value: request.cookies[name],
    set(value, maxAge) {
      checkOrigin(request);
      reply.setCookie(name, value, { ...options, maxAge });
    },
    clear() {
      checkOrigin(request);
      reply.clearCookie(name, options);
    },
  };
}

/**
 * A browser keeps what an answer sets also where the request has come from a form of another site, without any cookie: such a page
 * could sign the user out, or in as another user.
 */
function checkOrigin(request: FastifyRequest): void {
  if (namesOrigin(request)) refuseForeignOrigin(request);
}

function nameOf(plainName: string, request: FastifyRequest): string {
  return isEncrypted(request) ? HOST_PREFIX + plainName : plainName;
}
