import type { FastifyRequest } from 'fastify';

/**
 * The parameters of a `Bearer` challenge: that the token which was sent is not taken, as clients look for before they
 * renew it; none of a request without one.
 *
 * @see RFC 6750, section 3.1
 */
export function tokenErrorsOf({
  headers: { authorization = '' },
}: Pick<FastifyRequest, 'headers'>): string[] {
  return /^bearer\s+\S/i.test(authorization) ? ['error="invalid_token"'] : [];
}

/** A challenge of parameters; without any, the name of the scheme alone. */
export function bearerChallenge(parameters: readonly string[]): string {
  return ['Bearer', parameters.join(', ')].filter((part) => part !== '').join(' ');
}
