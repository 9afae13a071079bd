import { LRUCache } from 'lru-cache';
import type * as OpenIdClient from 'openid-client';
import type { ClientAuth, Configuration } from 'openid-client';
import type { OutboundFetch } from '../../outbound/outbound-fetch.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { providerContext } from '../../secrets/provider-secrets.ts';
import { showSecret } from '../../secrets/stored-secret.ts';
import { storedSecretOf, type ProviderRow } from '../providers/provider-store.ts';
import { readOidcSettings } from '../providers/oidc-settings.ts';

/** What providers are reached with. */
interface OidcClientsOptions {
  readonly keyring: Keyring;
  readonly fetch: OutboundFetch;
}

/** Reaches providers by OpenID Connect. */
export type OidcClients = ReturnType<typeof createOidcClients>;

/** How long a discovery document counts: then endpoints and algorithms are asked for again. */
const DISCOVERY_MS = 10 * 60_000;
const MAX_CLIENTS = 500;
const TIMEOUT_SECONDS = 15;

/**
 * Makes the clients of providers. Each is discovered with its first use and kept with the keys of the provider, which
 * are fetched anew where a token names one that is not among them. The signature of every ID token is checked, also of
 * one that comes straight from the provider.
 */
export function createOidcClients({ keyring, fetch }: OidcClientsOptions) {
  const clients = new LRUCache<string, Promise<Configuration>>({ max: MAX_CLIENTS, ttl: DISCOVERY_MS });

  const discover = async (provider: ProviderRow): Promise<Configuration> => {
    // Loaded with the first sign-in by a provider.
    const client = await import('openid-client');
    const { issuer, clientId } = readOidcSettings(provider);
    const stored = storedSecretOf(provider);
    const secret = stored && (await showSecret(keyring, stored, providerContext(provider)));
    const url = new URL(issuer);
    return client.discovery(url, clientId, secret, authenticationBy(client, secret), {
      [client.customFetch]: (address, { body, ...init }) =>
        // The two types name the same values.
        fetch(address, { ...init, body: body as RequestInit['body'] }),
      timeout: TIMEOUT_SECONDS,
      execute: [
        client.enableNonRepudiationChecks,
        // Reached in allowed private networks alone.
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  };

  return {
    /**
     * The client of a provider as it is set now.
     * @throws what its discovery throws; it is tried again at the next call
     */
    clientOf(provider: ProviderRow): Promise<Configuration> {
      const key = `${provider.id} ${provider.updatedAt}`;
      const known = clients.get(key);
      if (known) return known;
      const made = discover(provider);
      clients.set(key, made);
      made.catch(() => clients.delete(key));
      return made;
    },
  };
}

/**
 * How the client shows its secret at the token endpoint: in the body where the provider says that it takes that, else
 * in the header, which holds for one that says nothing as well.
 *
 * @see OpenID Connect Discovery 1.0, section 3; RFC 6749, section 2.3.1
 */
function authenticationBy(client: typeof OpenIdClient, secret: string | undefined): ClientAuth {
  if (secret === undefined) return client.None();
  const [inBody, inHeader] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isInHeader = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
    return (isInHeader ? inHeader : inBody)(server, ...rest);
  };
}
