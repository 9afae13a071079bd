import type { oauthOperations } from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import { unscopedUserOf } from '../access/scope.ts';
import type { Database } from '../db/database.ts';
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

/** Makes the handlers of OAuth clients, of what users are asked for, and of what they have given. */
export function createOAuthRoutes(
  database: Pick<Database, 'db' | 'pool'>,
  clients: OAuthClientService,
): Handlers<typeof oauthOperations> {
  const { db } = database;
  const grants = createOAuthGrantService(db);
  const interactions = createInteractionService(db);
  const devices = createDeviceCodeService(db, createSignInAttemptStore(database));
  const issuerOfCall = ({ host, baseUrl }: Pick<CallContext, 'host' | 'baseUrl'>) =>
    issuerOf(db, { host, ownUrl: baseUrl });
  const typedCodeOf = async (call: CallContext & { params: { userCode: string } }) => ({
    userCode: call.params.userCode,
    issuer: await issuerOfCall(call),
    network: clientNetwork(call.clientAddress),
  });
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
    async getOAuthInteraction(call) {
      const address = { uid: call.params.interactionUid, issuer: await issuerOfCall(call) };
      return interactions.describe(presentUserOf(call.principal), address);
    },
    async approveOAuthInteraction(call) {
      const { principal, params, body } = call;
      const address = { uid: params.interactionUid, issuer: await issuerOfCall(call) };
      const answered = await interactions.approve(
        presentUserOf(principal),
        address,
        body.isRemembered === true,
      );
      logSecurityEvent(call, 'oauth_grant_given');
      return answered;
    },
    async denyOAuthInteraction(call) {
      const address = { uid: call.params.interactionUid, issuer: await issuerOfCall(call) };
      return interactions.deny(presentUserOf(call.principal), address);
    },
    async getOAuthDeviceCode(call) {
      const typed = await typedCodeOf(call);
      return devices.describe(presentUserOf(call.principal), typed);
    },
    async approveOAuthDeviceCode(call) {
      const typed = await typedCodeOf(call);
      await devices.approve(presentUserOf(call.principal), typed);
      logSecurityEvent(call, 'oauth_grant_given');
    },
    async denyOAuthDeviceCode(call) {
      const typed = await typedCodeOf(call);
      await devices.deny(presentUserOf(call.principal), typed);
    },
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
