import type { ServerBrand } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { createSecurityContextReader } from '../query/security-context.ts';
import { createDeploymentService } from './deployment-service.ts';
import { createDeploymentStore } from './deployment-store.ts';

type DeploymentOperation = 'getDeployments' | 'getDeployment' | 'deploymentToken';

export function createDeploymentHandlers({
  db,
  brand,
}: {
  db: Db;
  brand: ServerBrand;
}): Handlers<DeploymentOperation> {
  const service = createDeploymentService(createDeploymentStore(db), createSecurityContextReader(db, brand));
  return {
    getDeployments: ({ principal, query, baseUrl }) => service.list(principal, query, baseUrl),
    getDeployment: ({ deployment, baseUrl }) => service.get(deployment, baseUrl),
    async deploymentToken({ principal, deployment, body }) {
      const token = await service.makeDataToken(principal, deployment, body.expiresIn ?? undefined);
      return { cubeApiToken: token, svcApiToken: token };
    },
  };
}
