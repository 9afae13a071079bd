import { brandPath, refuse, type Access, type ServerBrand } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { userOf } from '../access/principal.ts';
import type { Authenticate } from '../http/caller/authentication.ts';
import { readSessionCookie } from '../http/caller/session-cookie.ts';
import type { UserTokenService } from './user-token-service.ts';

/** Where a provider sends a person back to. */
const USER_TOKEN_CALLBACK = '/api/v1/user-oauth-tokens/callback';

/** The page of the console with a person's connections. */
const CONNECTIONS = '/connections';
const CONSOLE: Access = { principals: ['user'], role: 'Viewer' };

/** Serves the page that a person comes back to from a provider. It is no operation for clients of the API. */
export function registerUserTokenCallback(
  app: FastifyInstance,
  {
    brand,
    authenticate,
    userTokens,
  }: { brand: ServerBrand; authenticate: Authenticate; userTokens: UserTokenService },
): void {
  app.get(brandPath(USER_TOKEN_CALLBACK, brand), async (request, reply) => {
    // The person who comes back has to be the one who went: by the session of this browser.
    const session = readSessionCookie(request);
    if (session === undefined) throw refuse('unauthenticated');
    const user = userOf((await authenticate(request, CONSOLE)).principal);
    const answer = new URLSearchParams(request.url.split('?')[1] ?? '');
    const { kind, integrationId } = await userTokens.finish(user, session, answer);
    return reply.header('cache-control', 'no-store').redirect(`${CONNECTIONS}?${kind}=${integrationId}`, 303);
  });
}
