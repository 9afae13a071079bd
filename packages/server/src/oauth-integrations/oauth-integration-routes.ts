import type { oauthIntegrationOperations, userOAuthTokenOperations } from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import { unscopedUserOf } from '../access/scope.ts';
import type { Handlers } from '../http/handler.ts';
import type { IntegrationService } from './integration-service.ts';
import type { UserTokenService } from './user-token-service.ts';

/** Makes the handlers of OAuth integrations and of users' connections. */
export function createOAuthIntegrationRoutes(
  integrations: IntegrationService,
  userTokens: UserTokenService,
): Handlers<typeof oauthIntegrationOperations & typeof userOAuthTokenOperations> {
  return {
    listOAuthIntegrations: ({ principal }) => integrations.list(unscopedUserOf(principal).tenantId),
    createOAuthIntegration: ({ principal, body }) => integrations.create(userOf(principal), body),
    getOAuthIntegration: ({ principal, params }) =>
      integrations.get(unscopedUserOf(principal).tenantId, params.integrationId),
    updateOAuthIntegration: ({ principal, params, body }) =>
      integrations.update(userOf(principal), params.integrationId, body),
    async deleteOAuthIntegration({ principal, params }) {
      await integrations.remove(userOf(principal), params.integrationId);
      return { success: true };
    },
    listUserOAuthTokens: ({ principal }) => userTokens.list(unscopedUserOf(principal)),
    getUserOAuthToken: ({ principal, params }) =>
      userTokens.get(unscopedUserOf(principal), params.integrationId),
    revokeUserOAuthToken: ({ principal, params }) =>
      userTokens.revoke(userOf(principal), params.integrationId),
    initiateOAuthFlow({ principal, params, sessionCookie }) {
      const user = userOf(principal);
      const session = user.via === 'console-session' ? sessionCookie.value : undefined;
      return userTokens.initiate(user, params.integrationId, session);
    },
  };
}
