import type { ServerBrand, deploymentOperations } from '@oriel/contract';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { createSecurityContextReader } from '../query/security-context.ts';
import { createDeploymentService } from './deployment-service.ts';
import { createDeploymentStore } from './deployment-store.ts';

export function createDeploymentHandlers({
  database,
  brand,
}: {
  database: Database;
  brand: ServerBrand;
}): Handlers<typeof deploymentOperations> {
  const service = createDeploymentService(
    createDeploymentStore(database.db),
    createSecurityContextReader(database, brand),
  );
  return {
    getDeployments: ({ principal, query, baseUrl }) => service.list(principal, query, baseUrl),
    getDeployment: ({ deployment, baseUrl }) => service.get(deployment, baseUrl),
    async deploymentToken({ principal, deployment, body }) {
      const token = await service.makeDataToken(principal, deployment, body.expiresIn ?? undefined);
      return { cubeApiToken: token, svcApiToken: token };
    },
  };
}
