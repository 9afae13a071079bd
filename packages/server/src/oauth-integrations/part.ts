import { databasePart } from '../db/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { createOAuthIntegrations } from './oauth-integrations.ts';
import { createOAuthIntegrationRoutes } from './oauth-integration-routes.ts';
import { handleTokenRefresh } from './refresh-job.ts';
import { integrationTables } from './integration-tables.ts';

/** Providers of tokens that users read data sources with. */
export const oauthIntegrationsPart = part({
  name: 'OAuth integrations',
  tables: integrationTables,
  needs: { settings, database: databasePart, keyring: keyringPart },
  make({ settings: { outboundNetworks }, database: { db }, keyring }) {
    const made = createOAuthIntegrations({ db, keyring, privateNetworks: outboundNetworks });
    return {
      provides: made,
      operations: createOAuthIntegrationRoutes(made.integrations, made.userTokens),
      jobs: [handleTokenRefresh(made.refresh)],
    };
  },
});
