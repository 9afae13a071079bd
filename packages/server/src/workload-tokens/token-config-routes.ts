import type { oidcTokenConfigOperations } from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import { unscopedUserOf } from '../access/scope.ts';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { createTokenConfigService } from './token-config-service.ts';

/** Makes the handlers of configurations of workload tokens. */
export function createTokenConfigRoutes(db: Db): Handlers<typeof oidcTokenConfigOperations> {
  const configs = createTokenConfigService(db);
  return {
    listOidcTokenConfigs: ({ principal }) => configs.list(unscopedUserOf(principal).tenantId),
    createOidcTokenConfig: ({ principal, body }) => configs.create(userOf(principal), body),
    getOidcTokenConfig: ({ principal, params }) =>
      configs.get(unscopedUserOf(principal).tenantId, params.tokenConfigId),
    updateOidcTokenConfig: ({ principal, params, body }) =>
      configs.update(userOf(principal), params.tokenConfigId, body),
    async deleteOidcTokenConfig({ principal, params }) {
      await configs.remove(userOf(principal), params.tokenConfigId);
      return { success: true };
    },
  };
}
