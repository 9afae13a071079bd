import type { oauthOperations } from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import { unscopedUserOf } from '../access/scope.ts';
import type { Database, Db } from '../db/database.ts';
import type { CallContext, Handlers } from '../http/handler.ts';
import { clientNetwork } from '../http/rate-limit/client-network.ts';
import { logSecurityEvent } from '../http/caller/security-log.ts';
import { createSignInAttemptStore } from '../identity/sign-in/sign-in-attempt-store.ts';
import type { OAuthClientService } from './clients/oauth-client-service.ts';
import { createOAuthGrantService } from './grants/oauth-grant-service.ts';
import { issuerOf } from './issuer.ts';
import { presentUserOf } from './requests/console-user.ts';
import { createDeviceCodeService } from './requests/device-code-service.ts';
import { createInteractionService } from './requests/interaction-service.ts';

/** Some of the handlers. */
type HandlersOf<Id extends keyof typeof oauthOperations> = Pick<Handlers<typeof oauthOperations>, Id>;

/** Makes the handlers of OAuth clients, of what users are asked for, and of what they have given. */
export function createOAuthRoutes(
  database: Pick<Database, 'db' | 'pool'>,
  clients: OAuthClientService,
): Handlers<typeof oauthOperations> {
  const { db } = database;
  return {
    ...clientHandlers(clients),
    ...interactionHandlers(db),
    ...deviceHandlers(database),
    ...grantHandlers(db),
  };
}

function clientHandlers(
  clients: OAuthClientService,
): HandlersOf<
  | 'getOAuthClients'
  | 'getOAuthClient'
  | 'createOAuthClient'
  | 'updateOAuthClient'
  | 'rotateOAuthClientSecret'
  | 'deleteOAuthClient'
> {
  return {
    async getOAuthClients({ principal, query }) {
      const { rows: items, pageInfo } = await clients.list(unscopedUserOf(principal), query);
      return { items, pageInfo };
    },
    getOAuthClient: ({ principal, params }) => clients.get(unscopedUserOf(principal), params.oauthClientId),
    async createOAuthClient(call) {
      const created = await clients.create(unscopedUserOf(call.principal), call.body);
      logSecurityEvent(call, 'oauth_client_created', { oauthClientId: created.client.id });
      return created;
    },
    async updateOAuthClient(call) {
      const { oauthClientId } = call.params;
      const changed = await clients.update(unscopedUserOf(call.principal), oauthClientId, call.body);
      logSecurityEvent(call, 'oauth_client_changed', { oauthClientId });
      return changed;
    },
    async rotateOAuthClientSecret(call) {
      const { oauthClientId } = call.params;
      const rotated = await clients.rotateSecret(unscopedUserOf(call.principal), oauthClientId);
      logSecurityEvent(call, 'oauth_client_changed', { oauthClientId });
      return rotated;
    },
    async deleteOAuthClient(call) {
      const { oauthClientId } = call.params;
      await clients.remove(unscopedUserOf(call.principal), oauthClientId);
      logSecurityEvent(call, 'oauth_client_deleted', { oauthClientId });
    },
  };
}

function issuerOfCall(db: Db, { host, baseUrl }: Pick<CallContext, 'host' | 'baseUrl'>): Promise<string> {
  return issuerOf(db, { host, ownUrl: baseUrl });
}

function interactionHandlers(
  db: Db,
): HandlersOf<'getOAuthInteraction' | 'approveOAuthInteraction' | 'denyOAuthInteraction'> {
  const interactions = createInteractionService(db);
  return {
    async getOAuthInteraction(call) {
      const address = { uid: call.params.interactionUid, issuer: await issuerOfCall(db, call) };
      return interactions.describe(presentUserOf(call.principal), address);
    },
    async approveOAuthInteraction(call) {
      const { principal, params, body } = call;
      const address = { uid: params.interactionUid, issuer: await issuerOfCall(db, call) };
      const answered = await interactions.approve(
        presentUserOf(principal),
        address,
        body.isRemembered === true,
      );
      logSecurityEvent(call, 'oauth_grant_given');
      return answered;
    },
    async denyOAuthInteraction(call) {
      const address = { uid: call.params.interactionUid, issuer: await issuerOfCall(db, call) };
      return interactions.deny(presentUserOf(call.principal), address);
    },
  };
}

async function typedCodeOf(db: Db, call: CallContext & { params: { userCode: string } }) {
  return {
    userCode: call.params.userCode,
    issuer: await issuerOfCall(db, call),
    network: clientNetwork(call.clientAddress),
  };
}

function deviceHandlers(
  database: Pick<Database, 'db' | 'pool'>,
): HandlersOf<'getOAuthDeviceCode' | 'approveOAuthDeviceCode' | 'denyOAuthDeviceCode'> {
  const { db } = database;
  const devices = createDeviceCodeService(db, createSignInAttemptStore(database));
  return {
    async getOAuthDeviceCode(call) {
      const typed = await typedCodeOf(db, call);
      return devices.describe(presentUserOf(call.principal), typed);
    },
    async approveOAuthDeviceCode(call) {
      const typed = await typedCodeOf(db, call);
      await devices.approve(presentUserOf(call.principal), typed);
      logSecurityEvent(call, 'oauth_grant_given');
    },
    async denyOAuthDeviceCode(call) {
      const typed = await typedCodeOf(db, call);
      await devices.deny(presentUserOf(call.principal), typed);
    },
  };
}

function grantHandlers(db: Db): HandlersOf<'getOAuthGrants' | 'revokeOAuthGrant'> {
  const grants = createOAuthGrantService(db);
  return {
    async getOAuthGrants({ principal, query }) {
      const { rows: items, pageInfo } = await grants.list(userOf(principal), query);
      return { items, pageInfo };
    },
    async revokeOAuthGrant(call) {
      const { oauthGrantId } = call.params;
      await grants.revoke(userOf(call.principal), oauthGrantId);
      logSecurityEvent(call, 'oauth_grant_revoked', { oauthGrantId });
    },
  };
}
