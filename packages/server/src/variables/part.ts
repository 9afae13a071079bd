import { databasePart } from '../db/part.ts';
import { part } from '../parts/part.ts';
import { enginePart } from '../query/engine-part.ts';
import { keyringPart } from '../secrets/part.ts';
import { createVariableRoutes } from './variable-routes.ts';
import { variableTables } from './variable-tables.ts';

// #region part
/** Variables of deployments. */
export const variablesPart = part({
  name: 'variables',
  tables: variableTables,
  needs: { database: databasePart, engine: enginePart, keyring: keyringPart },
  make: ({ database: { db }, engine, keyring }) => ({
    operations: createVariableRoutes({ db, engine, keyring }),
  }),
});
// #endregion
