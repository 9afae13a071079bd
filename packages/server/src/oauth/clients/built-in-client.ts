import type { OAuthClient, OAuthClientSummary } from '@oriel/contract';
import { ALL_SCOPES } from '../scopes.ts';

/** What a client is to the protocol. */
export type ClientRegistration = Pick<
  OAuthClient,
  | 'clientId'
  | 'name'
  | 'uri'
  | 'applicationType'
  | 'tokenEndpointAuthMethod'
  | 'grantTypes'
  | 'redirectUris'
  | 'postLogoutRedirectUris'
  | 'scopes'
  | 'userId'
>;

/**
 * The command line of the product, which every account has: it keeps no secret, and has its tokens by device code or on
 * the loopback interface.
 */
export const commandLineClient: ClientRegistration = {
  clientId: 'oriel-cli',
  name: 'Oriel command line',
  uri: null,
  applicationType: 'native',
  tokenEndpointAuthMethod: 'none',
  grantTypes: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  redirectUris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
  postLogoutRedirectUris: [],
  scopes: [...ALL_SCOPES],
  userId: null,
};

/** What users are told of a client. */
export function summaryOf({ clientId, name, uri }: ClientRegistration): OAuthClientSummary {
  return { clientId, name, uri, isBuiltIn: clientId === commandLineClient.clientId };
}
