import assert from 'node:assert/strict';
import type { DataPrincipal, EmbedPrincipal, UserPrincipal } from '../access/principal.ts';
import type { TestApp } from './test-app.ts';

/** Finds the principal that a request with some credential has. */
export type CapturePrincipal = (
  headers: Record<string, string>,
) => Promise<UserPrincipal | EmbedPrincipal | DataPrincipal>;

/**
 * Makes the finder: a request asks the model of the test deployment, and what the authentication has found out is taken
 * from it. The application must not have been called yet.
 */
export function capturePrincipals({ app, deploymentId }: TestApp): CapturePrincipal {
  const captured = new Map<unknown, UserPrincipal | EmbedPrincipal | DataPrincipal>();
  app.addHook('preHandler', async (request) => {
    const { principal } = request.authentication;
    if (principal.kind !== 'anonymous') captured.set(request.headers['x-capture'], principal);
  });
  let count = 0;
  return async (headers) => {
    count += 1;
    const id = String(count);
    const url = `/deployments/${deploymentId}/cubejs-api/v1/meta`;
    const answer = await app.inject({ method: 'GET', url, headers: { ...headers, 'x-capture': id } });
    const principal = captured.get(id);
    assert.ok(principal, answer.body);
    return principal;
  };
}
