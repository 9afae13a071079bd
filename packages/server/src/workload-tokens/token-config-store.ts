import type { OidcTokenConfig } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { isStorableId } from '../db/values/storable-id.ts';

/** What of a configuration is set. */
export interface TokenConfigValues {
  readonly name: string;
  readonly audience: string;
  readonly subFormat: string | null;
  readonly customClaims: Record<string, unknown> | null;
  readonly targetEnvVar: string | null;
  readonly isEnabled: boolean;
}

const answered = [
  'id',
  'name',
  'audienceType',
  'audience',
  'subFormat',
  'customClaims',
  'targetEnvVar',
  'isEnabled',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof OidcTokenConfig)[];

/** Makes the store of configurations of workload tokens. */
export function createTokenConfigStore(db: Db) {
  const ofTenant = (tenantId: number, id: number) => sql<boolean>`tenant_id = ${tenantId} and id = ${id}`;
  const toRow = ({ customClaims, ...values }: TokenConfigValues) => ({
    ...values,
    customClaims: customClaims && JSON.stringify(customClaims),
  });
  return {
    list: (tenantId: number) =>
      db
        .selectFrom('oidcTokenConfigs')
        .select(answered)
        .where('tenantId', '=', tenantId)
        .orderBy('name')
        .execute(),
    async find(tenantId: number, id: number) {
      if (!isStorableId(id)) return undefined;
      return db
        .selectFrom('oidcTokenConfigs')
        .select(answered)
        .where(ofTenant(tenantId, id))
        .executeTakeFirst();
    },
    insert: (tenantId: number, audienceType: string, values: TokenConfigValues) =>
      db
        .insertInto('oidcTokenConfigs')
        .values({ tenantId, audienceType, ...toRow(values) })
        .returning(answered)
        .executeTakeFirstOrThrow(),
    update: (tenantId: number, id: number, values: TokenConfigValues) =>
      db
        .updateTable('oidcTokenConfigs')
        .set({ ...toRow(values), updatedAt: sql<string>`now()` })
        .where(ofTenant(tenantId, id))
        .returning(answered)
        .executeTakeFirstOrThrow(),
    async remove(tenantId: number, id: number): Promise<void> {
      await db.deleteFrom('oidcTokenConfigs').where(ofTenant(tenantId, id)).execute();
    },
    /** Runtimes of the account are looked at anew, on every server. */
    async tellRuntimes(tenantId: number): Promise<void> {
      await db
        .updateTable('deployments')
        .set({ runtimeVersion: sql<number>`runtime_version + 1` })
        .where('tenantId', '=', tenantId)
        .execute();
    },
  };
}
