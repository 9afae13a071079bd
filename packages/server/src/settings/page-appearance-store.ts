import type { AppConfigResponse } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import { tenantOfHost } from '../identity/credential-store.ts';
import type { PageAppearance } from '../http/pages.ts';

/** Makes the store of what pages are told of the account that a host name belongs to. */
export function createPageAppearanceStore(db: Db) {
  return {
    async findByHost(host: string): Promise<PageAppearance> {
      const { imageHosts, appConfig } = await db
        .selectFrom('tenants')
        .select(['imageHosts', 'appConfig'])
        .where('id', '=', tenantOfHost(host))
        .executeTakeFirstOrThrow();
      const { appTheme = null, applyThemeGlobally = false }: Partial<AppConfigResponse> = appConfig;
      return { imageHosts, theme: appTheme, isGlobal: applyThemeGlobally };
    },
  };
}
