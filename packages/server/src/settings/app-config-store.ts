import type { AppConfigResponse } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { SheetFaces } from './theme-fonts.ts';

/** What has been changed from the defaults, and what was read of the stylesheets of the theme. */
export type StoredAppConfig = Partial<AppConfigResponse> & { readonly fontFaces?: SheetFaces };

/** Makes the store of the settings that every client of an account needs. */
export function createAppConfigStore(db: Db) {
  return {
    /** What has been changed from the defaults. */
    async get(tenantId: number): Promise<StoredAppConfig> {
      const { appConfig } = await db
        .selectFrom('tenants')
        .select('appConfig')
        .where('id', '=', tenantId)
        .executeTakeFirstOrThrow();
      return appConfig;
    },
    /** The same; nobody else changes it until the transaction ends. */
    async lock(tenantId: number): Promise<StoredAppConfig> {
      const { appConfig } = await db
        .selectFrom('tenants')
        .select('appConfig')
        .where('id', '=', tenantId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      return appConfig;
    },
    async replace(tenantId: number, appConfig: StoredAppConfig): Promise<void> {
      await db
        .updateTable('tenants')
        .set({ appConfig: JSON.stringify(appConfig) })
        .where('id', '=', tenantId)
        .execute();
    },
  };
}
