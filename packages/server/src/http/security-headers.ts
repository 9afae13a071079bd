import type { onSendHookHandler } from 'fastify';
import { isEncrypted } from './transport-security.ts';

/**
 * What an answer says to browsers unless its route says something else: nothing in it may be drawn, framed, sniffed for
 * another type, kept in a cache, or told to other sites as the referrer.
 */
const DEFAULTS = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['referrer-policy', 'no-referrer'],
  ['cache-control', 'no-store'],
] as const;

/** What every answer says, over a connection that is encrypted or not. */
const always = (requestId: string, encrypted: boolean): (readonly [string, string])[] => [
  ['x-content-type-options', 'nosniff'],
  ['x-request-id', requestId],
  ...(encrypted ? [['strict-transport-security', 'max-age=31536000'] as const] : []),
];

/** The security headers of an answer that no route gives, by their names. */
export function securityHeaders(requestId: string, encrypted: boolean): Record<string, string> {
  return Object.fromEntries([...always(requestId, encrypted), ...DEFAULTS]);
}

/** Sets the security headers of an answer; an `onSend` hook, of those that make no promise for each answer. */
export const setSecurityHeaders: onSendHookHandler = (request, reply, _payload, done) => {
  for (const [name, text] of always(request.id, isEncrypted(request))) reply.header(name, text);
  for (const [name, text] of DEFAULTS) if (!reply.hasHeader(name)) reply.header(name, text);
  done();
};
