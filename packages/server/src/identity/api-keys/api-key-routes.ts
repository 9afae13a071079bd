import type { apiKeyOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ApiKeyService } from './api-key-service.ts';

/** Makes the handlers of API keys. */
export function createApiKeyRoutes(apiKeys: ApiKeyService): Handlers<typeof apiKeyOperations> {
  return {
    getApiKeys: async ({ principal, query }) => ({
      items: await apiKeys.list(userOf(principal), query.userId),
    }),
    getApiKey: ({ principal, params }) => apiKeys.get(userOf(principal), params.apiKeyId),
    async createApiKey(call) {
      const created = await apiKeys.create(userOf(call.principal), call.body);
      const { id, deploymentIds, isReadOnly, tags, expiresAt } = created.apiKey;
      const may = { deploymentIds, isReadOnly, tags, expiresAt };
      logSecurityEvent(call, 'api_key_created', { createdId: id, ...may });
      return created;
    },
    async rotateApiKey(call) {
      const { apiKeyId } = call.params;
      const created = await apiKeys.rotate(userOf(call.principal), apiKeyId, call.body);
      logSecurityEvent(call, 'api_key_rotated', { rotatedId: apiKeyId, createdId: created.apiKey.id });
      return created;
    },
    async revokeApiKey(call) {
      await apiKeys.revoke(userOf(call.principal), call.params.apiKeyId);
      logSecurityEvent(call, 'api_key_revoked', { revokedId: call.params.apiKeyId });
    },
  };
}
