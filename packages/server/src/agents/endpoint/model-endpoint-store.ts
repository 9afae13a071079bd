import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ModelProvider } from '../../db/values/stored-model-provider.ts';

/** The model of an account as it is stored, and how much of models one person may use. */
export interface ModelEndpointRow {
  provider: ModelProvider | null;
  baseUrl: string | null;
  model: string | null;
  encryptedSecret: Buffer | null;
  keyId: string | null;
  dailyLimit: number | null;
}

/** The place that a row names; undefined for a row that says nothing of an own model. */
export function storedPlaceOf(
  row: ModelEndpointRow | undefined,
): { provider: ModelProvider; baseUrl: string; model: string } | undefined {
  if (!row || row.provider === null || row.baseUrl === null || row.model === null) return undefined;
  const { provider, baseUrl, model } = row;
  return { provider, baseUrl, model };
}

const columns = ['provider', 'baseUrl', 'model', 'encryptedSecret', 'keyId', 'dailyLimit'] as const;

/** The SQL of the models of accounts. */
export function createModelEndpointStore(db: Db) {
  return {
    find: (tenantId: number): Promise<ModelEndpointRow | undefined> =>
      db.selectFrom('modelEndpoints').select(columns).where('tenantId', '=', tenantId).executeTakeFirst(),
    /** The same, and nobody changes it until the transaction ends. */
    findForUpdate: (tenantId: number): Promise<ModelEndpointRow | undefined> =>
      db
        .selectFrom('modelEndpoints')
        .select(columns)
        .where('tenantId', '=', tenantId)
        .forUpdate()
        .executeTakeFirst(),
    async replace(tenantId: number, row: ModelEndpointRow): Promise<void> {
      await db
        .insertInto('modelEndpoints')
        .values({ tenantId, ...row })
        .onConflict((conflict) => conflict.column('tenantId').doUpdateSet({ ...row, updatedAt: sql`now()` }))
        .execute();
    },
  };
}
