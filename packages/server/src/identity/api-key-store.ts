import type { Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

export type ApiKeyRow = Omit<Selectable<Tables['apiKeys']>, 'hash'>;

const columns = [
  'id',
  'tenantId',
  'userId',
  'name',
  'prefix',
  'deploymentIds',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
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
        .selectFrom('apiKeys')
        .select(columns)
        .where('tenantId', '=', tenantId)
        .where('userId', '=', userId)
        .orderBy('id', 'desc')
        .execute(),
    insert: (key) =>
      db
        .insertInto('apiKeys')
        .values({
          tenantId: key.tenantId,
          userId: key.userId,
          name: key.name,
          prefix: key.prefix,
          hash: key.hash,
          deploymentIds: key.deploymentIds && [...key.deploymentIds],
          expiresAt: key.expiresAt,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),
    async remove(tenantId, userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('apiKeys')
        .where('tenantId', '=', tenantId)
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async findDeployments(tenantId, ids) {
      const rows = await db
        .selectFrom('deployments')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('id', 'in', [...ids])
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
