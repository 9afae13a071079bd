import { refuse, type ApiKey, type CreateApiKeyInput, type CreatedApiKey } from '@oriel/contract';
import type { UserPrincipal } from '../access/principal.ts';
import type { ApiKeyRow, ApiKeyStore } from './api-key-store.ts';
import { hashSecret, makeSecret } from './secrets.ts';

const PREFIX_LENGTH = 12;

export interface ApiKeyService {
  list(actor: UserPrincipal): Promise<ApiKey[]>;
  /** @throws `deployment_not_found`, `deployment_out_of_scope`, `invalid_request` for a time that has passed */
  create(actor: UserPrincipal, input: CreateApiKeyInput): Promise<CreatedApiKey>;
  /** @throws `api_key_not_found` */
  revoke(actor: UserPrincipal, id: number): Promise<void>;
}

export function createApiKeyService(store: ApiKeyStore): ApiKeyService {
  return {
    async list(actor) {
      const rows = await store.listByUser(actor.tenantId, actor.userId);
      return rows.map(toApiKey);
    },
    async create(actor, input) {
      const deploymentIds = await scopeOf(store, actor, input.deploymentIds ?? null);
      if (input.expiresAt && Date.parse(input.expiresAt) <= Date.now()) {
        throw refuse('invalid_request', { reason: `expiresAt ${input.expiresAt} has passed already` });
      }
      const secret = `orl_${makeSecret()}`;
      const row = await store.insert({
        tenantId: actor.tenantId,
        userId: actor.userId,
        name: input.name,
        prefix: secret.slice(0, PREFIX_LENGTH),
        hash: hashSecret(secret),
        deploymentIds,
        expiresAt: input.expiresAt ?? null,
      });
      return { apiKey: toApiKey(row), secret };
    },
    async revoke(actor, id) {
      if (!(await store.remove(actor.tenantId, actor.userId, id))) throw refuse('api_key_not_found', { id });
    },
  };
}

/** A key never reaches further than the credential that makes it. */
async function scopeOf(
  store: ApiKeyStore,
  actor: UserPrincipal,
  wanted: readonly number[] | null,
): Promise<readonly number[] | null> {
  if (wanted === null) return actor.deploymentIds;
  const outside = wanted.find((id) => actor.deploymentIds !== null && !actor.deploymentIds.includes(id));
  if (outside !== undefined) throw refuse('deployment_out_of_scope', { deploymentId: outside });
  const existing = await store.findDeployments(actor.tenantId, wanted);
  const missing = wanted.find((id) => !existing.includes(id));
  if (missing !== undefined) throw refuse('deployment_not_found', { id: missing });
  return [...new Set(wanted)];
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    deploymentIds: row.deploymentIds,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
  };
}
