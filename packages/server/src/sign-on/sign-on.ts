import type { identityProviderOperations } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import type { BlockList } from 'node:net';
import type { Db } from '../db/database.ts';
import { toBlockList } from '@oriel/engine/address-list';
import type { Handlers } from '../http/handler.ts';
import { createOutboundFetch } from '../outbound/outbound-fetch.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { createBackchannelLogout } from './oidc/backchannel-logout.ts';
import { createOidcClients } from './oidc/oidc-clients.ts';
import { createOidcFlow } from './oidc/oidc-flow.ts';
import { createProviderSignOut, type ProviderSignOut } from './oidc/provider-sign-out.ts';
import { createProviderService } from './providers/provider-service.ts';
import { createAuthenticationSettingsService } from './settings/authentication-settings-service.ts';
import { registerSignOnPages, type SignOnPagesOptions } from './sign-on-pages.ts';
import { createSignOnRoutes } from './sign-on-routes.ts';

/** What single sign-on is made of. */
interface SignOnOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  /** Private networks that providers may be in; undefined: none. */
  readonly outboundNetworks: BlockList | undefined;
  readonly canSendMail: boolean;
}

/** Sign-in by identity providers. */
interface SignOn {
  readonly handlers: Handlers<typeof identityProviderOperations>;
  readonly signOutAtProvider: ProviderSignOut;
  registerPages(
    app: FastifyInstance,
    options: Omit<SignOnPagesOptions, 'db' | 'keyring' | 'oidc' | 'endSessions'>,
  ): Promise<void>;
}

/** Makes sign-in by identity providers. */
export function createSignOn({ db, keyring, outboundNetworks, canSendMail }: SignOnOptions): SignOn {
  const fetch = createOutboundFetch({ privateNetworks: outboundNetworks ?? toBlockList([]) });
  const clients = createOidcClients({ keyring, fetch });
  const oidc = createOidcFlow(clients);
  const endSessions = createBackchannelLogout({ db, clients, fetch });
  return {
    handlers: createSignOnRoutes({
      providers: createProviderService({ db, keyring }),
      settings: createAuthenticationSettingsService(db),
      canSendMail,
    }),
    signOutAtProvider: createProviderSignOut({ db, keyring, clients }),
    registerPages: (app, options) => registerSignOnPages(app, { ...options, db, keyring, oidc, endSessions }),
  };
}
