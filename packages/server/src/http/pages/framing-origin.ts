import { limits } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';

/** What browsers call a page in another page; `frame-ancestors` holds for each of them. */
const FRAMES = ['iframe', 'frame', 'object', 'embed'];

/**
 * The origin of the page that frames what is asked for: what the browser says of the request, and its referrer.
 * Undefined where it is framed by nobody, and where nobody says by whom: a page of the policy `no-referrer`, one
 * without an origin, a browser that reaches the server by plain HTTP. What the answer says of its `frame-ancestors`
 * holds for them all the same.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
 */
export function framingOrigin({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { 'sec-fetch-dest': destination, referer } = headers;
  if (typeof destination !== 'string' || !FRAMES.includes(destination)) return undefined;
  const url = URL.parse(referer ?? '');
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.origin.length > limits.MAX_NAME_LENGTH ? undefined : url.origin;
}
