import type { ServerBrand, deploymentOperations } from '@oriel/contract';
import { userOf, userOrViewerOf } from '../access/principal.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { createSecurityContextReader } from '../query/security-context.ts';
import { createDeploymentService } from './deployment-service.ts';

/** Makes the handlers of deployments and of their data tokens. */
export function createDeploymentRoutes({
  database,
  dataDir,
  brand,
}: {
  database: Database;
  dataDir: string;
  brand: ServerBrand;
}): Handlers<typeof deploymentOperations> {
  const readSecurityContext = createSecurityContextReader(database, brand);
  const service = createDeploymentService({ db: database.db, dataDir, readSecurityContext });
  return {
    getDeployments: ({ principal, query, baseUrl }) => service.list(principal, query, baseUrl),
    getDeployment: ({ deployment, baseUrl }) => service.get(deployment, baseUrl),
    createDeployment: ({ principal, body, baseUrl }) => service.create(userOf(principal), body, baseUrl),
    deploymentToken: async ({ principal, deployment, body }) => ({
      svcApiToken: await service.makeDataToken(
        userOrViewerOf(principal),
        deployment,
        body.expiresIn ?? undefined,
      ),
    }),
  };
}
