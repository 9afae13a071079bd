import { refuseFields, type OAuthClient } from '@oriel/contract';
import { findHomePageFault, findRedirectFault } from '../redirect-uri.ts';

type CheckedClient = Pick<
  OAuthClient,
  | 'uri'
  | 'applicationType'
  | 'tokenEndpointAuthMethod'
  | 'grantTypes'
  | 'redirectUris'
  | 'postLogoutRedirectUris'
>;

/** A fault of a field. */
interface Fault {
  readonly path: string;
  readonly message: string;
}

/**
 * Checks what the schema of a client does not say.
 *
 * @throws `validation_failed`
 */
export function checkClient(client: CheckedClient): void {
  const faults = [...addressFaults(client), ...grantTypeFaults(client)];
  if (faults.length > 0) throw refuseFields(faults);
}

function addressFaults({
  uri,
  applicationType,
  redirectUris,
  postLogoutRedirectUris,
}: CheckedClient): Fault[] {
  const faultsIn = (field: string, uris: readonly string[]): Fault[] =>
    uris.flatMap((each, index) => {
      const message = findRedirectFault(each, applicationType);
      return message === undefined ? [] : [{ path: `${field}.${index}`, message }];
    });
  const homePage = uri === null ? undefined : findHomePageFault(uri);
  return [
    ...(homePage === undefined ? [] : [{ path: 'uri', message: homePage }]),
    ...faultsIn('redirectUris', redirectUris),
    ...faultsIn('postLogoutRedirectUris', postLogoutRedirectUris),
  ];
}

function grantTypeFaults({ tokenEndpointAuthMethod, grantTypes, redirectUris }: CheckedClient): Fault[] {
  const faults: Fault[] = [];
  const fault = (path: string, message: string) => faults.push({ path, message });
  if (grantTypes.includes('authorization_code') && redirectUris.length === 0)
    fault('redirectUris', 'must name an address where grantTypes has authorization_code');
  if (grantTypes.includes('client_credentials') && tokenEndpointAuthMethod === 'none')
    fault('grantTypes', 'must not have client_credentials of a client without a secret');
  if (grantTypes.every((type) => type === 'refresh_token'))
    fault('grantTypes', 'must have another way of getting tokens beside refresh_token');
  return faults;
}
