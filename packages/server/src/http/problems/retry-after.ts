import { RETRY_AFTER_SECONDS } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';

const PASSING = new Set([429, 503]);

/**
 * Sees to it that every answer that asks to come back says when (RFC 9110, section 10.2.3), also those that no refusal
 * of the catalogue is behind.
 */
export function installRetryAfter(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (PASSING.has(reply.statusCode) && !reply.hasHeader('retry-after'))
      reply.header('retry-after', RETRY_AFTER_SECONDS);
    done();
  });
}
