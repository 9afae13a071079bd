import { databasePart } from '../db/part.ts';
import { part } from '../parts/part.ts';
import { createTokenConfigRoutes } from './token-config-routes.ts';
import { workloadTokenTables } from './workload-token-tables.ts';

/** The API of the configurations of workload tokens. */
export const tokenConfigsPart = part({
  name: 'configurations of workload tokens',
  tables: workloadTokenTables,
  needs: { database: databasePart },
  make: ({ database }) => ({ operations: createTokenConfigRoutes(database.db) }),
});
