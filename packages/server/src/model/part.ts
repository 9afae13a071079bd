import { handlePacking } from '../deployments/pack-repositories.ts';
import { registerSmartHttp } from '../build/smart-http/smart-http-routes.ts';
import { databasePart } from '../db/part.ts';
import { gitProvidersPart } from '../git-providers/part.ts';
import { requestsPart } from '../http/requests-part.ts';
import { dataFolder } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { enginePart } from '../query/engine-part.ts';
import { modelBuildingPart } from './building-part.ts';
import { createModelRoutes } from './model-routes.ts';
import { createPushHandling } from './push-handling.ts';
import { modelTables } from './model-tables.ts';

/** The API of data models, and git clients. */
export const modelPart = part({
  name: 'data models',
  tables: modelTables,
  needs: {
    dataFolder,
    database: databasePart,
    engine: enginePart,
    building: modelBuildingPart,
    gitProviders: gitProvidersPart,
    requests: requestsPart,
  },
  make: ({ dataFolder, database: { db }, engine, building, gitProviders, requests }) => ({
    operations: createModelRoutes({
      db,
      dataDir: dataFolder.path,
      engine,
      building,
      upstream: gitProviders.remotes,
    }),
    jobs: [handlePacking(dataFolder.path, building.faults)],
    pages: [
      (app) =>
        registerSmartHttp(app, {
          ...requests,
          ...createPushHandling(db, building),
          db,
          dataDir: dataFolder.path,
          repositories: building.repositories,
        }),
    ],
  }),
});
