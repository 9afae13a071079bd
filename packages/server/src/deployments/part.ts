import { databasePart } from '../db/part.ts';
import { jobsPart } from '../jobs/part.ts';
import { modelBuildingPart } from '../model/building-part.ts';
import { dataFolder, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { enginePart } from '../query/engine-part.ts';
import { runtimeLogPart } from '../runtime-logs/log-part.ts';
import { keyringPart } from '../secrets/part.ts';
import { createDeploymentRoutes } from './deployment-routes.ts';
import { handleDeploymentFiles } from './remove-deployment.ts';
import { deploymentTables } from './deployment-tables.ts';

/** Deployments, their settings and data tokens. */
export const deploymentsPart = part({
  name: 'deployments',
  tables: deploymentTables,
  needs: {
    settings,
    dataFolder,
    database: databasePart,
    keyring: keyringPart,
    engine: enginePart,
    runtimeLog: runtimeLogPart,
    building: modelBuildingPart,
    jobs: jobsPart,
  },
  make: ({ settings: { brand }, dataFolder: { path }, building, ...needed }) => ({
    operations: createDeploymentRoutes({
      ...needed,
      brand,
      dataDir: path,
      startBuild: building.builds.start,
    }),
    jobs: [handleDeploymentFiles(path)],
  }),
});
