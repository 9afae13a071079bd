import { databasePart } from '../db/part.ts';
import { jobsPart } from '../jobs/part.ts';
import { modelBuildingPart } from '../model/building-part.ts';
import { dataFolder, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { handleTransformSync } from './run-transform-sync.ts';
import { createTransformSyncRoutes } from './transform-sync-routes.ts';
import { transformSyncTables } from './transform-sync-tables.ts';

/** Models made from dbt projects. */
export const transformSyncPart = part({
  name: 'transform syncs',
  tables: transformSyncTables,
  needs: {
    settings,
    dataFolder,
    database: databasePart,
    keyring: keyringPart,
    building: modelBuildingPart,
    jobs: jobsPart,
  },
  make({ settings: { gitProviderSettings }, dataFolder, database: { db }, keyring, building, jobs }) {
    const { openRepository, builds } = building;
    return {
      operations: createTransformSyncRoutes({ db, keyring, building, jobs }),
      jobs: [
        handleTransformSync({
          db,
          keyring,
          dataDir: dataFolder.path,
          openRepository,
          builds,
          remotes: gitProviderSettings,
        }),
      ],
    };
  },
});
