import { refuse } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';
import { isEncrypted } from '../transport/transport-security.ts';

/**
 * Checks that a request comes from the console's own pages, by what the browser says of it.
 *
 * @throws `csrf_refused`, also where nothing is said
 */
export function refuseForeignOrigin(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') throw refuse('csrf_refused');
    return;
  }
  const origin = URL.parse(request.headers.origin ?? '');
  const isSameHost = origin?.host === request.host;
  if (!isSameHost || (isEncrypted(request) && origin.protocol !== 'https:')) throw refuse('csrf_refused');
}

/** Whether a browser says where the request comes from; a program says nothing. */
export function namesOrigin({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}
