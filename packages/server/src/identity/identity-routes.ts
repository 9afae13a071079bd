import { limits, type identityOperations, type apiKeyOperations } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { userOf } from '../access/principal.ts';
import { createApiKeyService } from './api-key-service.ts';
import { createApiKeyStore } from './api-key-store.ts';
import { createConsoleSessionService } from './console-session-service.ts';
import { createConsoleSessionStore } from './console-session-store.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';

/** Makes the handlers of signing in, of the current user and of API keys. */
export function createIdentityRoutes(db: Db): Handlers<typeof identityOperations & typeof apiKeyOperations> {
  const sessions = createConsoleSessionService(createConsoleSessionStore(db), createSignInThrottle());
  const apiKeys = createApiKeyService(createApiKeyStore(db));
  return {
    async signIn({ principal, body, clientAddress, sessionCookie }) {
      const { token, user } = await sessions.signIn({ tenantId: principal.tenantId, ...body, clientAddress });
      sessionCookie.set(token, limits.CONSOLE_SESSION_TTL_SECONDS);
      return user;
    },
    async signOut({ sessionCookie }) {
      if (sessionCookie.value !== undefined) await sessions.signOut(sessionCookie.value);
      sessionCookie.clear();
    },
    getCurrentUser: ({ principal }) => sessions.getUser(userOf(principal)),
    getApiKeys: async ({ principal }) => ({ items: await apiKeys.list(userOf(principal)) }),
    createApiKey: ({ principal, body }) => apiKeys.create(userOf(principal), body),
    revokeApiKey: ({ principal, params }) => apiKeys.revoke(userOf(principal), params.apiKeyId),
  };
}
