import type { KoaContextWithOIDC } from 'oidc-provider';
import { createOAuthClientStore } from '../clients/oauth-client-store.ts';
import { createOAuthGrantStore } from '../grants/oauth-grant-store.ts';
import { askedAccessOf, nameDeployments } from '../requests/asked-access.ts';
import { parseResource } from '../resource-indicators.ts';
import { apiScopesOf, scopesOf } from '../scopes.ts';
import type { AdapterOptions } from './adapters.ts';

/**
 * Says what tokens are for: the API at the issuer, or a deployment of it (RFC 8707), and what is remembered.
 *
 * @param refuseTarget makes the refusal of a resource that is none
 */
export function createResourcePolicy(
  { database: { db }, tenantId, issuer }: Pick<AdapterOptions, 'database' | 'tenantId' | 'issuer'>,
  refuseTarget: () => Error,
) {
  const clients = createOAuthClientStore(db, tenantId);
  const getResourceServerInfo = async (
    ctx: KoaContextWithOIDC,
    indicator: string,
    { clientId }: { clientId: string },
  ) => {
    const resource = parseResource(issuer, indicator);
    const client = await clients.findByClientId(clientId);
    if (resource === undefined || !client) throw refuseTarget();
    if (resource !== null && (await nameDeployments(db, tenantId, [resource]))?.length !== 1)
      throw refuseTarget();
    // A client that acts by itself has no rights of its own.
    const actsAsNobody = ctx.oidc.params?.['grant_type'] === 'client_credentials' && client.userId === null;
    if (actsAsNobody) throw refuseTarget();
    return {
      scope: apiScopesOf(client.scopes).join(' '),
      audience: indicator,
      accessTokenFormat: 'opaque' as const,
    };
  };
  const resourceIndicators = {
    enabled: true,
    defaultResource: async (ctx: KoaContextWithOIDC, _client: unknown, oneOf?: readonly string[]) =>
      oneOf ?? (apiScopesOf(scopesOf(ctx.oidc.params?.['scope'])).length > 0 ? issuer : []),
    useGrantedResource: () => true,
    getResourceServerInfo,
  };
  return {
    features: { resourceIndicators },
    async loadExistingGrant(ctx: KoaContextWithOIDC) {
      const { result, session, client: known, params = {} } = ctx.oidc;
      const given = result?.consent?.grantId;
      if (given !== undefined) return ctx.oidc.provider.Grant.find(given);
      const client = known && (await clients.findByClientId(known.clientId));
      const userId = Number(session?.accountId);
      if (!client || client.applicationType === 'native' || !Number.isInteger(userId)) return undefined;
      const asked = { ...askedAccessOf(issuer, params, client), userId, clientId: client.clientId };
      const grants = createOAuthGrantStore(db, tenantId);
      if (ctx.oidc.prompts.has('consent') || !(await grants.isRemembered(asked))) return undefined;
      return ctx.oidc.provider.Grant.find(await grants.insert({ ...asked, isRemembered: false }));
    },
  };
}
