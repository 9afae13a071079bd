import { databasePart } from '../db/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { createScimRoutes } from './scim-routes.ts';

/** Provisioning of users and groups. */
export const scimPart = part({
  name: 'SCIM',
  needs: { settings, database: databasePart },
  make: ({ settings: { brand }, database }) => ({ operations: createScimRoutes(database, brand) }),
});
