import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** Sets the security headers of an answer; an `onSend` hook. */
export async function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('x-content-type-options', 'nosniff').header('x-request-id', request.id);
  if (isEncrypted(request)) reply.header('strict-transport-security', 'max-age=31536000');
  for (const [name, value] of DEFAULTS) if (!reply.hasHeader(name)) reply.header(name, value);
}
