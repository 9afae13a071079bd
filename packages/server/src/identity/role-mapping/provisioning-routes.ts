import type { provisioningOperations } from '@oriel/contract';
import { userOf } from '../../access/principal.ts';
import { unscopedUserOf } from '../../access/scope.ts';
import type { Handlers } from '../../http/handler.ts';
import { logSecurityEvent } from '../../http/caller/security-log.ts';
import type { ProvisioningService } from './provisioning-service.ts';

/** Makes the handlers of the roles of provisioned users. */
export function createProvisioningRoutes(
  settings: ProvisioningService,
): Handlers<typeof provisioningOperations> {
  return {
    getProvisioningSettings: ({ principal }) => settings.get(unscopedUserOf(principal)),
    async updateProvisioningSettings(call) {
      const changed = await settings.replace(userOf(call.principal), call.body);
      logSecurityEvent(call, 'provisioning_settings_changed', { ...changed });
      return changed;
    },
  };
}
