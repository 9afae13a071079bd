import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerChallenge, tokenErrorsOf } from '../http/caller/bearer-challenge.ts';
import { requestedAddress } from '../http/transport/own-address.ts';
import { PROTECTED_RESOURCE_PATH } from './metadata.ts';

/** There API keys are taken alone. */
const SCIM = '/api/scim/';
const DEPLOYMENT = /^\/api\/v1\/deployments\/\d+(?=[/?]|$)/;

/**
 * Has every answer that asks for a bearer token name the metadata of what was asked for, so that a client which knows
 * nothing but the address finds out who gives tokens for it.
 *
 * @param baseUrl where clients reach the server; undefined: where a request was sent to
 * @see RFC 9728, section 5.1
 */
export function installResourceChallenge(app: FastifyInstance, baseUrl: string | undefined): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const isAsking =
      reply.statusCode === 401 && /^Bearer\b/.test(String(reply.getHeader('www-authenticate')));
    if (isAsking && !request.url.startsWith(SCIM)) {
      const origin = originOf(request, baseUrl);
      if (origin !== undefined) reply.header('www-authenticate', challengeOf(request, origin));
    }
    done();
  });
}

function challengeOf(request: FastifyRequest, origin: string): string {
  const [deployment = ''] = DEPLOYMENT.exec(request.url) ?? [];
  const metadata = `resource_metadata="${origin}${PROTECTED_RESOURCE_PATH}${deployment}"`;
  return bearerChallenge([...tokenErrorsOf(request), metadata]);
}

/**
 * Accounts may have hosts of their own beside the base URL, and what a client compares is where it has sent its
 * request. Undefined for a host that is none.
 */
function originOf(request: FastifyRequest, baseUrl: string | undefined): string | undefined {
  const own = baseUrl === undefined ? undefined : new URL(baseUrl);
  const address = URL.parse(requestedAddress(request));
  if (!address) return undefined;
  if (own) address.protocol = own.protocol;
  const { origin, hostname } = address;
  return hostname === own?.hostname ? own.origin : origin;
}
