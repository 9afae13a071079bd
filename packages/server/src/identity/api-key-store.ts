import type { Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

export type ApiKeyRow = Omit<Selectable<Tables['api_keys']>, 'hash'>;

const columns = [
  'id',
  'tenant_id',
  'user_id',
  'name',
  'prefix',
  'deployment_ids',
  'created_at',
  'expires_at',
  'last_used_at',
] as const;

/** A key to store: what is known of it but never the key itself. */
export interface NewApiKey {
  tenantId: number;
  userId: number;
  name: string;
  prefix: string;
  hash: Buffer;
  deploymentIds: readonly number[] | null;
  expiresAt: string | null;
}

export interface ApiKeyStore {
  listByUser(tenantId: number, userId: number): Promise<ApiKeyRow[]>;
  insert(key: NewApiKey): Promise<ApiKeyRow>;
  /** Whether there was such a key of the user. */
  remove(tenantId: number, userId: number, id: number): Promise<boolean>;
  /** Those of the ids that are deployments of the tenant. */
  findDeployments(tenantId: number, ids: readonly number[]): Promise<number[]>;
}

export function createApiKeyStore(db: Db): ApiKeyStore {
  return {
    listByUser: (tenantId, userId) =>
      db
        .selectFrom('api_keys')
        .select(columns)
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .execute(),
    insert: (key) =>
      db
        .insertInto('api_keys')
        .values({
          tenant_id: key.tenantId,
          user_id: key.userId,
          name: key.name,
          prefix: key.prefix,
          hash: key.hash,
          deployment_ids: key.deploymentIds && [...key.deploymentIds],
          expires_at: key.expiresAt,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),
    async remove(tenantId, userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('api_keys')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async findDeployments(tenantId, ids) {
      const rows = await db
        .selectFrom('deployments')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('id', 'in', [...ids])
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
