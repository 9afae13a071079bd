import type {
  appConfigOperations,
  imageHostOperations,
  ServerBrand,
  tenantSettingsOperations,
} from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import { logSecurityEvent } from '../http/caller/security-log.ts';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { buildOpenApi } from '../http/openapi/openapi.ts';
import { version } from '../version.ts';
import type { AppConfigService } from './app-config-service.ts';
import { createTenantSettingsService } from './tenant-settings-service.ts';
import { createImageHostsService } from './image-hosts-service.ts';
import { createImageHostsStore } from './image-hosts-store.ts';

/** Makes the handlers of the account's settings, of its hosts of pictures and of the OpenAPI document. */
export function createSettingsRoutes({
  db,
  brand,
  appConfig,
}: {
  db: Db;
  brand: ServerBrand;
  appConfig: AppConfigService;
}): Handlers<typeof appConfigOperations & typeof imageHostOperations & typeof tenantSettingsOperations> {
  const tenantSettings = createTenantSettingsService(db);
  const imageHosts = createImageHostsService(createImageHostsStore(db));
  return {
    getAppConfig: ({ principal }) => appConfig.get(principal.tenantId),
    async updateAppConfig(call) {
      const config = await appConfig.update(userOf(call.principal), call.body);
      logSecurityEvent(call, 'app_config_changed', { fields: Object.keys(call.body) });
      return config;
    },
    getTenantSettings: ({ principal }) => tenantSettings.get(principal.tenantId),
    async updateTenantSettings(call) {
      const settings = await tenantSettings.update(userOf(call.principal), call.body);
      logSecurityEvent(call, 'tenant_settings_changed', { fields: Object.keys(call.body) });
      return settings;
    },
    getSpec: async ({ baseUrl }) => buildOpenApi({ version, serverUrl: baseUrl, brand }),
    getImageHosts: async ({ principal }) => ({ hosts: await imageHosts.list(principal.tenantId) }),
    async updateImageHosts(call) {
      const hosts = await imageHosts.replace(call.principal.tenantId, call.body.hosts);
      logSecurityEvent(call, 'image_hosts_changed', { hosts });
      return { hosts };
    },
  };
}
