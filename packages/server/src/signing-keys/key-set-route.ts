import type { Access } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import type { Authenticate } from '../http/caller/authentication.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Where the key set is published. */
export const KEY_SET_PATH = '/.well-known/jwks.json';

const ANYONE: Access = { principals: ['anonymous'], role: 'Viewer' };
/** A key is published weeks before it signs. */
const MAX_AGE_SECONDS = 300;

/** Publishes the keys that verify our tokens, for anybody. @see RFC 7517 */
export function registerKeySet(
  app: FastifyInstance,
  { authenticate, signingKeys }: { authenticate: Authenticate; signingKeys: SigningKeys },
): void {
  app.get(KEY_SET_PATH, async (request, reply) => {
    // Counts who calls.
    await authenticate(request, ANYONE);
    return reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
      .type('application/jwk-set+json')
      .send(JSON.stringify(await signingKeys.published()));
  });
}
