import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { buildOpenApi } from '../http/openapi.ts';
import { version } from '../version.ts';
import { readAppConfig } from './app-config.ts';

type SettingsOperation = 'getAppConfig' | 'getSpec';

export function createSettingsHandlers(db: Db): Handlers<SettingsOperation> {
  return {
    getAppConfig: ({ principal }) => readAppConfig(db, principal.tenantId),
    getSpec: async ({ baseUrl }) => buildOpenApi({ version, serverUrl: baseUrl }),
  };
}
