import type { ChangeFeed } from '../../db/change-feed.ts';
import { createFreshCache, type FreshCacheOptions } from '../../db/fresh-cache.ts';
import type { Addressed } from '../../http/caller/authentication.ts';
import type { CredentialRow, CredentialStore, HolderRef } from './credential-store.ts';

/** What a credential cache may be given beside its store. */
export type CredentialCacheOptions = Pick<FreshCacheOptions<unknown>, 'now' | 'maxEntries'>;

/**
 * Wraps a credential store in a {@link createFreshCache} of the rows of API keys and OAuth access tokens, each never
 * beyond its expiry, of the users behind tokens that were made from others, of ended embed sessions, and of the
 * accounts of hosts. Console sessions and unknown keys are never cached.
 */
export function createCredentialCache(
  store: CredentialStore,
  changes: Pick<ChangeFeed, 'version'>,
  options: CredentialCacheOptions = {},
): CredentialStore {
  const rows = createFreshCache<CredentialRow>(changes, {
    ...options,
    lifeMsOf: ({ expiresInMs }) => expiresInMs ?? undefined,
  });
  const tenants = createFreshCache<number>(changes, options);
  const facts = createFreshCache<boolean>(changes, options);
  const ask = async (key: readonly unknown[], load: () => Promise<boolean>) =>
    (await facts.get(JSON.stringify(key), load)) === true;
  return {
    ...store,
    findByApiKey: (hash, addressed) =>
      rows.get(keyOf(hash, addressed), () => store.findByApiKey(hash, addressed)),
    // No key begins as a token does, so that both may share the cache.
    findByAccessToken: (hash, addressed) =>
      rows.get(keyOf(hash, addressed), () => store.findByAccessToken(hash, addressed)),
    findHolder: (holder) => rows.get(keyOfHolder(holder), () => store.findHolder(holder)),
    async isSessionRevoked(ref) {
      const { tenantId, session, deploymentId } = ref;
      if (!(await ask([tenantId], () => store.hasRevokedSessions(tenantId)))) return false;
      return ask([tenantId, session, deploymentId], () => store.isSessionRevoked(ref));
    },
    async getTenantOfHost(host) {
      // Loading answers a number or throws.
      return (await tenants.get(host, () => store.getTenantOfHost(host))) ?? store.getTenantOfHost(host);
    },
  };
}

function keyOfHolder({ tenantId, userId, needsPolicyContext = false, ...held }: HolderRef): string {
  const { apiKeyId, accessTokenId, consoleSessionId } = held;
  return JSON.stringify([
    'holder',
    tenantId,
    userId,
    apiKeyId,
    accessTokenId,
    consoleSessionId,
    needsPolicyContext,
  ]);
}

function keyOf(hash: Buffer, { host, deploymentId, needsPolicyContext = false }: Addressed): string {
  return JSON.stringify([hash.toString('base64'), host, deploymentId, needsPolicyContext]);
}
