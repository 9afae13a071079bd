import type { Provider } from 'oidc-provider';
import type { SigningKeys } from '../../signing-keys/signing-keys.ts';
import { createProvider, type ProviderOptions } from './create-provider.ts';

/** Those of so many issuers are kept; a `Host` header may name any. */
const MAX_PROVIDERS = 50;

/** The servers of the protocol, one for each issuer of an account, made when they are first asked for. */
interface Providers {
  get(tenantId: number, issuer: string): Promise<Provider>;
}

/** What all of them have in common. */
type ProvidersOptions = Omit<ProviderOptions, 'tenantId' | 'issuer' | 'keys'> & {
  readonly signingKeys: SigningKeys;
};

/** Makes the servers of an installation. Another key that signs makes them anew. */
export function createProviders({ signingKeys, ...shared }: ProvidersOptions): Providers {
  // Least recently used first.
  const made = new Map<string, Promise<Provider>>();
  return {
    async get(tenantId, issuer) {
      const keys = await signingKeys.all();
      const name = JSON.stringify([tenantId, issuer, keys.map(({ kid }) => kid)]);
      const provider = made.get(name) ?? createProvider({ ...shared, tenantId, issuer, keys });
      provider.catch(() => made.delete(name));
      made.delete(name);
      made.set(name, provider);
      const [leastRecent] = made.keys();
      if (made.size > MAX_PROVIDERS && leastRecent !== undefined) made.delete(leastRecent);
      return provider;
    },
  };
}
