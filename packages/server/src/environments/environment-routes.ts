import type { environmentOperations } from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { createEnvironmentService } from './environment-service.ts';
import { createEnvironmentTokenService } from './environment-token-service.ts';

/** Makes the handlers of environments and their tokens. */
export function createEnvironmentRoutes(options: {
  db: Db;
  dataDir: string;
}): Handlers<typeof environmentOperations> {
  const environments = createEnvironmentService(options);
  const tokens = createEnvironmentTokenService(options.db, environments);
  return {
    getDeploymentEnvironments: ({ deployment, query, baseUrl }) =>
      environments.list(deployment, query, baseUrl),
    getDeploymentEnvironmentTokens: ({ deployment, params, query }) =>
      tokens.list(deployment, params.environmentId, query),
    createDeploymentEnvironmentToken: async ({ principal, deployment, params, body }) => ({
      data: await tokens.create(userOf(principal), deployment, params.environmentId, {
        ...body,
        operation: 'createDeploymentEnvironmentToken',
      }),
    }),
    createDeploymentEnvironmentTokenForMetaSync: async ({ principal, deployment, params, body }) => ({
      data: await tokens.create(userOf(principal), deployment, params.environmentId, {
        ...body,
        scopes: ['meta'],
        operation: 'createDeploymentEnvironmentTokenForMetaSync',
      }),
    }),
    revokeDeploymentEnvironmentToken: ({ deployment, params }) =>
      tokens.revoke(deployment, params.environmentId, params.environmentTokenId),
  };
}
