import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestCookie } from '../handler.ts';
import { namesOrigin, refuseForeignOrigin } from './same-origin.ts';
import { isEncrypted } from '../transport/transport-security.ts';

/** Over HTTPS the prefix binds a cookie to this very host: no other host of the domain can set one in its place. */
const HOST_PREFIX = '__Host-';

/** The names on the loopback interface without HTTPS, where browsers refuse the prefix. */
const SESSION_COOKIE = 'oriel_session';
const DEVICE_COOKIE = 'oriel_device';
const SIGN_ON_COOKIE = 'oriel_sign_on';
const CHALLENGE_COOKIE = 'oriel_sign_in';

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

/** The cookies of a browser that signs in by an identity provider. */
export interface SignOnCookies {
  readonly session: RequestCookie;
  readonly device: RequestCookie;
  /** Tells the browser that a sign-in was begun in. */
  readonly signOn: RequestCookie;
}

/**
 * The same cookies where a person comes back from the site of an identity provider. They are set without a look at the
 * site: that the sign-in was begun in this browser is what its own cookie has to tell before.
 */
export function createSignOnCookies(request: FastifyRequest, reply: FastifyReply): SignOnCookies {
  const parts = { request, reply, fromAnySite: true };
  return {
    session: createCookie(SESSION_COOKIE, 'lax', parts),
    device: createCookie(DEVICE_COOKIE, 'strict', parts),
    signOn: createCookie(SIGN_ON_COOKIE, 'lax', parts),
  };
}

/** The cookie of a sign-in that waits for its second step, on one request. */
export function createChallengeCookie(request: FastifyRequest, reply: FastifyReply): RequestCookie {
  return createCookie(CHALLENGE_COOKIE, 'strict', { request, reply });
}

function createCookie(
  plainName: string,
  sameSite: 'lax' | 'strict',
  {
    request,
    reply,
    fromAnySite = false,
  }: { request: FastifyRequest; reply: FastifyReply; fromAnySite?: boolean },
): RequestCookie {
  const name = nameOf(plainName, request);
  const options = { path: '/', httpOnly: true, sameSite, secure: isEncrypted(request) } as const;
  // A browser keeps what an answer sets also where the request has come from a form of another site, without any
  // cookie: such a page could sign the user out, or in as another user.
  const checkOrigin = () => {
    if (!fromAnySite && namesOrigin(request)) refuseForeignOrigin(request);
  };
  return {
    value: request.cookies[name],
    set(value, maxAge) {
      checkOrigin();
      reply.setCookie(name, value, { ...options, maxAge });
    },
    clear() {
      checkOrigin();
      reply.clearCookie(name, options);
    },
  };
}

function nameOf(plainName: string, request: FastifyRequest): string {
  return isEncrypted(request) ? HOST_PREFIX + plainName : plainName;
}
