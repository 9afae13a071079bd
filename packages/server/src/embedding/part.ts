import { credentialsPart } from '../authentication/credentials-part.ts';
import { databasePart } from '../db/part.ts';
import { ownAddressPart } from '../http/transport/own-address-part.ts';
import { requestedAddress } from '../http/transport/own-address.ts';
import { dataFolder, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { allowOrigins } from './allowed-origins/allowed-origins-cors.ts';
import { createAllowedOriginsStore } from './allowed-origins/allowed-origins-store.ts';
import { registerAppPages } from './dashboard-apps/app-pages.ts';
import { createEmbedAccessRoutes } from './embed-access/embed-access-routes.ts';
import { embedDashboardsPart } from './embed-dashboards/part.ts';
import { createDirectoryService } from './embed-directory/directory-service.ts';
import { createDirectoryRoutes } from './embed-directory/directory-routes.ts';
import { createEmbeddingRoutes } from './embedding-routes.ts';
import { createRefusedOriginService } from './refused-origins/refused-origin-service.ts';
import { createRefusedOriginStore } from './refused-origins/refused-origin-store.ts';
import { viewerLimitPart } from './viewers-part.ts';
import { embeddingTables } from './embedding-tables.ts';

/** The origins that may embed an account's surfaces. */
export const allowedOriginsPart = part({
  name: 'allowed origins',
  needs: { database: databasePart },
  make({ database }) {
    const store = createAllowedOriginsStore(database.db);
    return { provides: store, managementHooks: [(api) => allowOrigins(api, store)] };
  },
});

/** Pages of origins that were refused. */
export const refusedOriginsPart = part({
  name: 'refused origins',
  needs: { database: databasePart },
  make: ({ database }) => ({
    provides: createRefusedOriginService(createRefusedOriginStore(database.db)),
  }),
});

/** Embed tenants and their viewers, embed sessions, embedded dashboards and apps. */
export const embeddingPart = part({
  name: 'embedding',
  tables: embeddingTables,
  needs: {
    settings,
    dataFolder,
    database: databasePart,
    keyring: keyringPart,
    credentials: credentialsPart,
    viewerLimit: viewerLimitPart,
    embedDashboards: embedDashboardsPart,
    allowedOrigins: allowedOriginsPart,
    refusedOrigins: refusedOriginsPart,
    ownAddress: ownAddressPart,
  },
  make({ settings: { brand }, dataFolder, credentials, allowedOrigins, ownAddress, ...needed }) {
    const { database, viewerLimit } = needed;
    const { liveClaims, endedViewers } = credentials;
    const directory = createDirectoryService(database.db);
    return {
      operations: {
        ...createDirectoryRoutes(database.db, directory, viewerLimit),
        ...createEmbedAccessRoutes(database.db, directory),
        ...createEmbeddingRoutes({
          ...needed,
          brand,
          dataDir: dataFolder.path,
          liveClaims,
          endedViewers,
        }),
      },
      pages: [
        (app) =>
          registerAppPages(app, {
            database,
            liveClaims,
            allowedOriginsOf: allowedOrigins.listByHost,
            baseUrlOf: ownAddress.shown,
            ownUrlOf: requestedAddress,
          }),
      ],
    };
  },
});
