import type { BlockList } from 'node:net';
import type { Db } from '../db/database.ts';
import { createOutboundFetch } from '../outbound/outbound-fetch.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createIntegrationService } from './integration-service.ts';
import { createProviderClient } from './provider.ts';
import { createTokenRefresh } from './token-refresh.ts';
import { createUserCredentials } from './user-credentials.ts';
import { createUserTokenService } from './user-token-service.ts';

/** Providers, the connections of users with them, and what comes of these for data sources. */
export type OAuthIntegrations = ReturnType<typeof createOAuthIntegrations>;

/** What integrations are kept in and reach. */
interface OAuthIntegrationsOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  /** Private networks in which providers may be. */
  readonly privateNetworks: BlockList;
}

/** Makes the integrations of an installation. */
export function createOAuthIntegrations({ db, keyring, privateNetworks }: OAuthIntegrationsOptions) {
  const client = createProviderClient(createOutboundFetch({ privateNetworks }));
  const parts = { db, keyring, client };
  const refresh = createTokenRefresh(parts);
  return {
    integrations: createIntegrationService(parts),
    userTokens: createUserTokenService(parts),
    refresh,
    credentials: createUserCredentials({ db, keyring, refresh }),
  };
}
