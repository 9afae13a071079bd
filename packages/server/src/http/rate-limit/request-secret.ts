import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { readSessionCookie } from '../caller/session-cookie.ts';

/** The hash of the credential that a request carries; undefined for one without. */
export function secretOf(request: FastifyRequest): string | undefined {
  const { authorization, 'x-cube-authorization': other } = request.headers;
  const header = authorization ?? (typeof other === 'string' ? other : undefined);
  const secret = header?.trim().split(/\s+/).at(-1) ?? readSessionCookie(request);
  return secret ? digest(secret) : undefined;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url');
}
