import type { environmentOperations, OperationTypes } from '@oriel/contract';
import type { Maker } from '../access/credential-claims.ts';
import { userOf } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import type { CallContext, Handlers } from '../http/handler.ts';
import { logSecurityEvent } from '../http/caller/security-log.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createEnvironmentService } from './environment-service.ts';
import { createEnvironmentTokenService } from './environment-token-service.ts';

type CreateCall = CallContext & Pick<OperationTypes['createDeploymentEnvironmentToken'], 'params' | 'body'>;

/** Makes the handlers of environments and their tokens. */
export function createEnvironmentRoutes(options: {
  db: Db;
  dataDir: string;
  keyring: Keyring;
}): Handlers<typeof environmentOperations> {
  const environments = createEnvironmentService(options);
  const tokens = createEnvironmentTokenService(options.db, options.keyring, environments);
  const create = async (call: CreateCall, operation: Maker['operation'], scopes?: string[]) => {
    const { environmentId } = call.params;
    const data = await tokens.create(userOf(call.principal), call.deployment, environmentId, {
      ...call.body,
      ...(scopes && { scopes }),
      operation,
    });
    logSecurityEvent(call, 'environment_token_created', { environmentId, environmentTokenId: data.id });
    return { data };
  };
  return {
    getDeploymentEnvironments: ({ deployment, query, baseUrl }) =>
      environments.list(deployment, query, baseUrl),
    getDeploymentEnvironmentTokens: ({ deployment, params, query }) =>
      tokens.list(deployment, params.environmentId, query),
    createDeploymentEnvironmentToken: (call) => create(call, 'createDeploymentEnvironmentToken'),
    createDeploymentEnvironmentTokenForMetaSync: (call) =>
      create(call, 'createDeploymentEnvironmentTokenForMetaSync', ['meta']),
    async revokeDeploymentEnvironmentToken(call) {
      const { environmentId, environmentTokenId } = call.params;
      await tokens.revoke(call.deployment, environmentId, environmentTokenId);
      logSecurityEvent(call, 'environment_token_revoked', { environmentId, environmentTokenId });
    },
  };
}
