import { refuse, type ApiKey, type CreateApiKeyInput, type CreatedApiKey } from '@oriel/contract';
import { narrow } from '../access/credential-claims.ts';
import { claimsOf, type UserPrincipal } from '../access/principal.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { hashSecret, makeSecret } from './secrets.ts';

const PREFIX_LENGTH = 12;

/** Creates, lists and revokes a user's own API keys. */
export type ApiKeyService = ReturnType<typeof createApiKeyService>;

/** Makes the service of API keys. */
export function createApiKeyService(store: ApiKeyStore) {
  return {
    /** Newest first, without their secrets: all of the user, or those within the scope of the credential. */
    list: ({ tenantId, userId, deploymentIds }: UserPrincipal): Promise<ApiKey[]> =>
      store.listByUser({ tenantId, userId, within: deploymentIds }),
    /**
     * Creates a key that acts as the caller; the secret is in the answer and nowhere else. One that is made with a key reaches
     * no further, lasts no longer, and is revoked with it.
     *
     * @throws `deployment_not_found`, `deployment_out_of_scope`, `invalid_request` for a time that has passed
     */
    async create(actor: UserPrincipal, { name, ...input }: CreateApiKeyInput): Promise<CreatedApiKey> {
      const { deploymentIds: requested = null, expiresAt: end = null } = input;
      if (requested) await checkScope(store, actor, requested);
      if (end !== null && Date.parse(end) <= Date.now())
        throw refuse('invalid_request', { reason: `expiresAt ${end} has passed already` });
      const { deploymentIds, expiresAtMs } = narrow(claimsOf(actor), {
        deploymentIds: requested && [...new Set(requested)],
        expiresAtMs: end === null ? undefined : Date.parse(end),
      });
      const secret = `orl_${makeSecret()}`;
      const { tenantId, userId } = actor;
      const prefix = secret.slice(0, PREFIX_LENGTH);
      const hash = hashSecret(secret);
      const expiresAt = expiresAtMs === undefined ? null : new Date(expiresAtMs).toISOString();
      const madeWith = actor.apiKey?.id ?? null;
      const apiKey = await store.insert({
        tenantId,
        userId,
        name,
        prefix,
        hash,
        deploymentIds,
        expiresAt,
        madeWith,
      });
      return { apiKey, secret };
    },
    /**
     * Revokes a key of the user, and those that were made with it.
     *
     * @throws `api_key_not_found`, also for a key that reaches further than the credential
     */
    async revoke({ tenantId, userId, deploymentIds }: UserPrincipal, id: number): Promise<void> {
      if (!(await store.remove({ tenantId, userId, within: deploymentIds }, id)))
        throw refuse('api_key_not_found', { id });
    },
  };
}

/** @throws `deployment_out_of_scope`, `deployment_not_found` */
async function checkScope(
  store: ApiKeyStore,
  actor: UserPrincipal,
  requested: readonly number[],
): Promise<void> {
  const outside = requested.find((id) => actor.deploymentIds !== null && !actor.deploymentIds.includes(id));
  if (outside !== undefined) throw refuse('deployment_out_of_scope', { deploymentId: outside });
  const existing = await store.findDeployments(actor.tenantId, requested);
  const missing = requested.find((id) => !existing.includes(id));
  if (missing !== undefined) throw refuse('deployment_not_found', { id: missing });
}
