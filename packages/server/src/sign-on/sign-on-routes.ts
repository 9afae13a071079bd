import type { identityProviderOperations } from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import { unscopedUserOf } from '../access/scope.ts';
import type { Handlers } from '../http/handler.ts';
import { logSecurityEvent } from '../http/caller/security-log.ts';
import { toIdentityProvider } from './providers/to-identity-provider.ts';
import type { ProviderService } from './providers/provider-service.ts';
import type { AuthenticationSettingsService } from './settings/authentication-settings-service.ts';

/** What the handlers of single sign-on are made of. */
interface SignOnRoutesOptions {
  readonly providers: ProviderService;
  readonly settings: AuthenticationSettingsService;
  /** Whether the server sends mail. */
  readonly canSendMail: boolean;
}

/** Makes the handlers of identity providers and of how people may sign in. */
export function createSignOnRoutes({
  providers,
  settings,
  canSendMail,
}: SignOnRoutesOptions): Handlers<typeof identityProviderOperations> {
  return {
    async getSignInMethods({ principal: { tenantId } }) {
      const [{ requiresProvider }, methods] = await Promise.all([
        settings.get(tenantId),
        providers.listMethods(tenantId),
      ]);
      return {
        takesPasswords: !requiresProvider,
        canResetPassword: !requiresProvider && canSendMail,
        providers: methods,
      };
    },
    async getIdentityProviders({ principal, baseUrl }) {
      const rows = await providers.list(unscopedUserOf(principal).tenantId);
      return { items: rows.map((row) => toIdentityProvider(row, baseUrl)) };
    },
    async getIdentityProvider({ principal, params, baseUrl }) {
      const { tenantId } = unscopedUserOf(principal);
      return toIdentityProvider(await providers.get(tenantId, params.identityProviderId), baseUrl);
    },
    async createIdentityProvider(call) {
      const row = await providers.create(userOf(call.principal), call.body);
      logSecurityEvent(call, 'identity_provider_changed', { providerId: row.id });
      return toIdentityProvider(row, call.baseUrl);
    },
    async updateIdentityProvider(call) {
      const id = call.params.identityProviderId;
      const row = await providers.update(userOf(call.principal), id, call.body);
      logSecurityEvent(call, 'identity_provider_changed', { providerId: id, fields: Object.keys(call.body) });
      return toIdentityProvider(row, call.baseUrl);
    },
    async deleteIdentityProvider(call) {
      const id = call.params.identityProviderId;
      await providers.remove(userOf(call.principal), id);
      logSecurityEvent(call, 'identity_provider_deleted', { providerId: id });
    },
    getIdentityProviderTest: ({ principal, params }) =>
      providers.getTest(unscopedUserOf(principal).tenantId, params.identityProviderId),
    getAuthenticationSettings: ({ principal }) => settings.get(unscopedUserOf(principal).tenantId),
    async updateAuthenticationSettings(call) {
      const changed = await settings.update(userOf(call.principal), call.body);
      logSecurityEvent(call, 'authentication_settings_changed', { ...changed });
      return changed;
    },
  };
}
