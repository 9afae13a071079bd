import { refuse, type ApiKey, type CreateApiKeyInput, type CreatedApiKey } from '@oriel/contract';
import type { UserPrincipal } from '../access/principal.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { hashSecret, makeSecret } from './secrets.ts';

const PREFIX_LENGTH = 12;

/** Creates, lists and revokes a user's own API keys. */
export type ApiKeyService = ReturnType<typeof createApiKeyService>;

/** Makes the service of API keys. */
export function createApiKeyService(store: ApiKeyStore) {
  return {
    /** Newest first, without their secrets. */
    list: ({ tenantId, userId }: UserPrincipal): Promise<ApiKey[]> => store.listByUser(tenantId, userId),
    /**
     * Creates a key that acts as the caller; the secret is in the answer and nowhere else.
     *
     * @throws `deployment_not_found`, `deployment_out_of_scope`, `invalid_request` for a time that has passed
     */
    async create(actor: UserPrincipal, { name, ...input }: CreateApiKeyInput): Promise<CreatedApiKey> {
      const deploymentIds = await scopeOf(store, actor, input.deploymentIds ?? null);
      const expiresAt = input.expiresAt ?? null;
      if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
        throw refuse('invalid_request', { reason: `expiresAt ${expiresAt} has passed already` });
      }
      const secret = `orl_${makeSecret()}`;
      const { tenantId, userId } = actor;
      const prefix = secret.slice(0, PREFIX_LENGTH);
      const hash = hashSecret(secret);
      const apiKey = await store.insert({ tenantId, userId, name, prefix, hash, deploymentIds, expiresAt });
      return { apiKey, secret };
    },
    /** @throws `api_key_not_found` */
    async revoke({ tenantId, userId }: UserPrincipal, id: number): Promise<void> {
      if (!(await store.remove(tenantId, userId, id))) throw refuse('api_key_not_found', { id });
    },
  };
}

/** A key never reaches further than the credential that makes it. */
async function scopeOf(
  store: ApiKeyStore,
  actor: UserPrincipal,
  requested: readonly number[] | null,
): Promise<readonly number[] | null> {
  if (requested === null) return actor.deploymentIds;
  const outside = requested.find((id) => actor.deploymentIds !== null && !actor.deploymentIds.includes(id));
  if (outside !== undefined) throw refuse('deployment_out_of_scope', { deploymentId: outside });
  const existing = await store.findDeployments(actor.tenantId, requested);
  const missing = requested.find((id) => !existing.includes(id));
  if (missing !== undefined) throw refuse('deployment_not_found', { id: missing });
  return [...new Set(requested)];
}
