import { limits, type ApiKey } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A key to store: what is known of it but never the key itself. */
export interface NewApiKey {
  tenantId: number;
  userId: number;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  /** SHA-256 of the key. */
  hash: Buffer;
  /** Null reaches every deployment of the user. */
  deploymentIds: readonly number[] | null;
  /** ISO 8601; null never expires. */
  expiresAt: string | null;
  /** The key that it was made with, and goes with; null for one that a person made. */
  madeWith: number | null;
}

/** Keys of a user. */
export interface ApiKeyFilter {
  tenantId: number;
  userId: number;
  /** Those that reach no other deployments than these; null for all. */
  within: readonly number[] | null;
}

const answered = [
  'id',
  'name',
  'prefix',
  'deploymentIds',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
] as const satisfies (keyof ApiKey)[];

/** The SQL of API keys. */
export type ApiKeyStore = ReturnType<typeof createApiKeyStore>;

/** Makes the store of API keys. */
export function createApiKeyStore(db: Db) {
  const isOne = ({ tenantId, userId, within }: ApiKeyFilter) => {
    const isWithin =
      within === null ? sql`true` : sql`coalesce(deployment_ids <@ ${[...within]}::integer[], false)`;
    return sql<boolean>`tenant_id = ${tenantId} and user_id = ${userId} and ${isWithin}`;
  };
  return {
    /** Newest first. */
    listByUser: (filter: ApiKeyFilter): Promise<ApiKey[]> =>
      db.selectFrom('apiKeys').select(answered).where(isOne(filter)).orderBy('id', 'desc').execute(),
    insert: ({ deploymentIds, ...key }: NewApiKey): Promise<ApiKey> =>
      db
        .insertInto('apiKeys')
        .values({ ...key, deploymentIds: deploymentIds && [...deploymentIds] })
        .returning(answered)
        .executeTakeFirstOrThrow(),
    /** Whether there was such a key. */
    async remove(filter: ApiKeyFilter, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('apiKeys')
        .where(isOne(filter))
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    /** Those of the ids that are deployments of the tenant. */
    async findDeployments(tenantId: number, ids: readonly number[]): Promise<number[]> {
      // A larger one is no deployment's, and the database would refuse to compare it.
      const possible = ids.filter((id) => id <= limits.MAX_ID);
      const rows = await db
        .selectFrom('deployments')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('id', '=', sql<number>`any(${possible}::integer[])`)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
