import { databasePart } from '../db/part.ts';
import { dataFolder } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { createEnvironmentRoutes } from './environment-routes.ts';
import { environmentTables } from './environment-tables.ts';

/** Environments of deployments, with their tokens. */
export const environmentsPart = part({
  name: 'environments',
  tables: environmentTables,
  needs: { dataFolder, database: databasePart, keyring: keyringPart },
  make: ({ dataFolder: { path }, database: { db }, keyring }) => ({
    operations: createEnvironmentRoutes({ db, dataDir: path, keyring }),
  }),
});
