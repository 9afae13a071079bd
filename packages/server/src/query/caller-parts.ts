import { databasePart } from '../db/part.ts';
import { oauthIntegrationsPart } from '../oauth-integrations/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { createCredentialFinder } from './credential-finder.ts';
import { createSecurityContextReader } from './security-context.ts';

/** Reads what the policies of a model see of a caller. */
export const securityContextPart = part({
  name: 'security contexts',
  needs: { settings, database: databasePart },
  make: ({ settings: { brand }, database }) => ({
    provides: createSecurityContextReader(database, brand),
  }),
});

/** Finds the credentials that users read data sources with. */
export const credentialFinderPart = part({
  name: 'credentials for data sources',
  needs: { integrations: oauthIntegrationsPart },
  make: ({ integrations }) => ({ provides: createCredentialFinder(integrations.credentials) }),
});
