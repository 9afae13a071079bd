import type { appConfigOperations, ServerBrand } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { buildOpenApi } from '../http/openapi.ts';
import { version } from '../version.ts';
import { createAppConfigService } from './app-config-service.ts';
import { createAppConfigStore } from './app-config-store.ts';

/** Makes the handlers of the account's settings and of the OpenAPI document. */
export function createSettingsRoutes({
  db,
  brand,
}: {
  db: Db;
  brand: ServerBrand;
}): Handlers<typeof appConfigOperations> {
  const appConfig = createAppConfigService(createAppConfigStore(db));
  return {
    getAppConfig: ({ principal }) => appConfig.get(principal.tenantId),
    getSpec: async ({ baseUrl }) => buildOpenApi({ version, serverUrl: baseUrl, brand }),
  };
}
