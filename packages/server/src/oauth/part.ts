import { authenticatePart } from '../authentication/part.ts';
import { databasePart } from '../db/part.ts';
import { ownAddressPart } from '../http/transport/own-address-part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { signingKeysPart } from '../signing-keys/part.ts';
import { registerOAuthEndpoints } from './oauth-endpoints.ts';
import { createOAuthRoutes } from './oauth-routes.ts';
import { createOAuthClientService } from './clients/oauth-client-service.ts';
import { oauthTables } from './oauth-tables.ts';

/** The OAuth server: clients, consent, grants, and the protocol itself. */
export const oauthPart = part({
  name: 'OAuth server',
  tables: oauthTables,
  needs: {
    settings,
    database: databasePart,
    authenticate: authenticatePart,
    signingKeys: signingKeysPart,
    ownAddress: ownAddressPart,
  },
  make({ settings: { accessTokenSeconds }, ...needed }) {
    const { database } = needed;
    const clients = createOAuthClientService(database.db);
    return {
      operations: createOAuthRoutes(database, clients),
      pages: [(app) => registerOAuthEndpoints(app, { ...needed, clients, accessTokenSeconds })],
    };
  },
});
