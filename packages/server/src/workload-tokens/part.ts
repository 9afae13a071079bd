import { databasePart } from '../db/part.ts';
import { part } from '../parts/part.ts';
import { createTokenConfigRoutes } from './token-config-routes.ts';

/** The API of the configurations of workload tokens. */
export const tokenConfigsPart = part({
  name: 'configurations of workload tokens',
  needs: { database: databasePart },
  make: ({ database }) => ({ operations: createTokenConfigRoutes(database.db) }),
});
