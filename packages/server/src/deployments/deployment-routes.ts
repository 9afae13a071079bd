import type {
  deploymentOperations,
  deploymentSettingsOperations,
  regionOperations,
  ServerBrand,
} from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import { userOf, userOrViewerOf } from '../access/principal.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { logSecurityEvent } from '../http/caller/security-log.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createSecurityContextReader } from '../query/security-context.ts';
import type { RuntimeLog } from '../runtime-logs/runtime-log.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createDeploymentService, type CreatedModel } from './deployment-service.ts';
import { createDeploymentSettingsService } from './deployment-settings-service.ts';
import { listRegions } from './region-list.ts';

/** What deployments need of the server. */
interface DeploymentRouteOptions {
  readonly database: Database;
  readonly dataDir: string;
  readonly brand: ServerBrand;
  readonly engine: Engine;
  readonly keyring: Keyring;
  readonly runtimeLog: RuntimeLog;
  readonly jobs: Pick<Jobs, 'send'>;
  /** Begins the first build. */
  startBuild(created: CreatedModel): Promise<unknown>;
}

/** Makes the handlers of deployments, their settings and data tokens, and of regions. */
export function createDeploymentRoutes({
  database,
  brand,
  ...parts
}: DeploymentRouteOptions): Handlers<
  Omit<typeof deploymentOperations, 'buildStatus'> &
    typeof deploymentSettingsOperations &
    typeof regionOperations
> {
  const options = { ...parts, db: database.db };
  const readSecurityContext = createSecurityContextReader(database, brand);
  const service = createDeploymentService({ ...options, readSecurityContext });
  const settings = createDeploymentSettingsService(options);
  return {
    getDeployments: ({ principal, query, baseUrl }) => service.list(principal, query, baseUrl),
    getDeployment: ({ deployment, baseUrl }) => service.get(deployment, baseUrl),
    createDeployment: ({ principal, body, baseUrl }) => service.create(userOf(principal), body, baseUrl),
    async deleteDeployment(call) {
      await service.remove(call.deployment);
      logSecurityEvent(call, 'deployment_deleted', { deploymentId: call.deployment.id });
      return { success: true };
    },
    advanceCreationStep: ({ deployment, body, baseUrl }) =>
      service.setCreationStep(deployment, body.creationStep, baseUrl),
    resetCreationStep: ({ deployment, baseUrl }) => service.setCreationStep(deployment, 'project', baseUrl),
    deploymentToken: async ({ principal, deployment, body }) => ({
      svcApiToken: await service.makeDataToken(
        userOrViewerOf(principal),
        deployment,
        body.expiresIn ?? undefined,
      ),
    }),
    getDeploymentSettings: ({ deployment, baseUrl }) => settings.get(deployment, baseUrl),
    updateDeployment: ({ principal, deployment, body, baseUrl }) =>
      settings.update(deployment, body, { baseUrl, condition: userOf(principal).condition }),
    listDeploymentVersions: ({ query }) => settings.listVersions(query),
    listRegions: ({ query }) => listRegions(query),
  };
}
