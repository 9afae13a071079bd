import type { oauthOperations } from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import { unscopedUserOf } from '../access/scope.ts';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { logSecurityEvent } from '../http/security-log.ts';
import { createOAuthClientService } from './clients/oauth-client-service.ts';
import { createOAuthGrantService } from './grants/oauth-grant-service.ts';
import { presentUserOf } from './requests/console-user.ts';
import { createDeviceCodeService } from './requests/device-code-service.ts';
import { createInteractionService } from './requests/interaction-service.ts';

/** Makes the handlers of OAuth clients, of what users are asked for, and of what they have given. */
export function createOAuthRoutes(db: Db): Handlers<typeof oauthOperations> {
  const clients = createOAuthClientService(db);
  const grants = createOAuthGrantService(db);
  const interactions = createInteractionService(db);
  const devices = createDeviceCodeService(db);
  return {
    getOAuthClients: async ({ principal }) => ({ items: await clients.list(unscopedUserOf(principal)) }),
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
    getOAuthInteraction: ({ principal, params, baseUrl }) =>
      interactions.describe(presentUserOf(principal), { uid: params.interactionUid, issuer: baseUrl }),
    async approveOAuthInteraction(call) {
      const { principal, params, body, baseUrl } = call;
      const address = { uid: params.interactionUid, issuer: baseUrl };
      const answered = await interactions.approve(
        presentUserOf(principal),
        address,
        body.isRemembered === true,
      );
      logSecurityEvent(call, 'oauth_grant_given');
      return answered;
    },
    denyOAuthInteraction: ({ principal, params, baseUrl }) =>
      interactions.deny(presentUserOf(principal), { uid: params.interactionUid, issuer: baseUrl }),
    getOAuthDeviceCode: ({ principal, params, baseUrl }) =>
      devices.describe(presentUserOf(principal), { userCode: params.userCode, issuer: baseUrl }),
    async approveOAuthDeviceCode(call) {
      const { principal, params, baseUrl } = call;
      await devices.approve(presentUserOf(principal), { userCode: params.userCode, issuer: baseUrl });
      logSecurityEvent(call, 'oauth_grant_given');
    },
    denyOAuthDeviceCode: ({ principal, params, baseUrl }) =>
      devices.deny(presentUserOf(principal), { userCode: params.userCode, issuer: baseUrl }),
    getOAuthGrants: async ({ principal, query }) => ({
      items: await grants.list(userOf(principal), query.userId),
    }),
    async revokeOAuthGrant(call) {
      const { oauthGrantId } = call.params;
      await grants.revoke(userOf(call.principal), oauthGrantId);
      logSecurityEvent(call, 'oauth_grant_revoked', { oauthGrantId });
    },
  };
}
