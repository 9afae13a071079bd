import type { onSendHookHandler } from 'fastify';
import { isEncrypted } from '../transport/transport-security.ts';

/**
 * What an answer says to browsers unless its route says something else: nothing in it may be drawn, framed, sniffed for
 * another type, kept in a cache, or told to other sites as the referrer.
 */
const DEFAULTS = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['referrer-policy', 'no-referrer'],
  ['cache-control', 'no-store'],
] as const;

/** What every answer says. */
const NO_SNIFFING = ['x-content-type-options', 'nosniff'] as const;
/** What every answer says over a connection that is encrypted. */
const ENCRYPTED_ONLY = ['strict-transport-security', 'max-age=31536000'] as const;
const REQUEST_ID = 'x-request-id';

/** The security headers of an answer that no route gives, by their names. */
export function securityHeaders(requestId: string, encrypted: boolean): Record<string, string> {
  return Object.fromEntries([
    NO_SNIFFING,
    [REQUEST_ID, requestId],
    ...(encrypted ? [ENCRYPTED_ONLY] : []),
    ...DEFAULTS,
  ]);
}

/** Sets the security headers of an answer; an `onSend` hook, of those that make no promise for each answer. */
export const setSecurityHeaders: onSendHookHandler = (request, reply, _payload, done) => {
  reply.header(...NO_SNIFFING).header(REQUEST_ID, request.id);
  if (isEncrypted(request)) reply.header(...ENCRYPTED_ONLY);
  for (const [name, text] of DEFAULTS) if (!reply.hasHeader(name)) reply.header(name, text);
  done();
};
