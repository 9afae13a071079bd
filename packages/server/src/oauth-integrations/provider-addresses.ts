import { refuseFields, type OAuthIntegration } from '@oriel/contract';
import { readProviderSettings } from './provider-settings.ts';

/** What of an integration its tokens go to. */
type Addresses = Pick<OAuthIntegration, 'authUrl' | 'tokenUrl' | 'clientId' | 'config'>;

/** Who the tokens are of: what they are refreshed and revoked with. */
export function addressesOf({ authUrl, tokenUrl, clientId, config }: Addresses): string {
  const { revocationUrl, issuer } = readProviderSettings(config);
  return JSON.stringify([authUrl, tokenUrl, clientId, revocationUrl, issuer]);
}

/**
 * A secret that only its first author knows must not be sent to a host that another has named.
 *
 * @throws `validation_failed`
 */
export function checkOrigins(before: Addresses, after: Addresses): void {
  const originsOf = ({ tokenUrl, config }: Addresses) =>
    [tokenUrl, readProviderSettings(config).revocationUrl].flatMap((url) =>
      url === undefined ? [] : [new URL(url).origin],
    );
  const known = new Set(originsOf(before));
  if (originsOf(after).some((origin) => !known.has(origin)))
    throw refuseFields([
      { path: 'clientSecret', message: 'must be given where an address with another origin is sent it' },
    ]);
}
