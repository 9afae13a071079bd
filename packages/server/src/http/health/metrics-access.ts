import { refuse } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';
import { hash, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../transport/transport-security.ts';

/** What a proxy says of the client that it asks for. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Makes the check of who may read `/metrics`: who sends the token of the settings as `Authorization: Bearer`. Without a
 * token in the settings it is a program on the machine that asks the server itself, and to everybody else there is
 * nothing.
 *
 * @throws `unauthenticated` without the token or with another; `not_found` where there is none
 */
export function createMetricsCheck(token: string | undefined): (request: FastifyRequest) => void {
  if (token === undefined)
    return (request) => {
      if (!isFromMachine(request)) throw refuse('not_found');
    };
  const expected = digest(`Bearer ${token}`);
  return ({ headers }) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) throw refuse('unauthenticated');
  };
}

/** A proxy on the machine asks for others, and a page under a name of the machine has a host of its own. */
function isFromMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  return (
    isLoopback(raw.socket.remoteAddress) &&
    FORWARDING.every((name) => headers[name] === undefined) &&
    (hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')))
  );
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
