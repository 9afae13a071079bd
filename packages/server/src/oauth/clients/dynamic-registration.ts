import {
  Refusal,
  type CreatedOAuthClient,
  type CreateOAuthClientInput,
  type OAuthGrantType,
} from '@oriel/contract';
import { scopesOf } from '../scopes.ts';

/** What a client says of itself. @see RFC 7591, section 2 */
type Metadata = Readonly<Record<string, unknown>>;

/** Why a client is not registered, in the words of the protocol. */
interface RegistrationFault {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly error_description: string;
}

const GRANT_TYPES: readonly OAuthGrantType[] = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
];
const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;
const MAX_TEXT = 255;

/**
 * Reads what a client says of itself: what is unknown is left out, as the standard says, and what cannot be is a fault.
 */
export function readRegistration(metadata: Metadata): CreateOAuthClientInput | RegistrationFault {
  const method = metadata['token_endpoint_auth_method'] ?? 'client_secret_basic';
  const authMethod = AUTH_METHODS.find((each) => each === method);
  if (!authMethod) return fault(`token_endpoint_auth_method must be one of ${AUTH_METHODS.join(', ')}`);
  const grantTypes = metadata['grant_types'] ?? ['authorization_code'];
  if (!isTexts(grantTypes) || !grantTypes.every(isGrantType))
    return fault(`grant_types must be of ${GRANT_TYPES.join(', ')}`);
  const responseTypes = metadata['response_types'] ?? ['code'];
  if (!isTexts(responseTypes) || responseTypes.some((type) => type !== 'code'))
    return fault('response_types must be code');
  const redirectUris = metadata['redirect_uris'] ?? [];
  if (!isTexts(redirectUris) || redirectUris.length > 20)
    return {
      error: 'invalid_redirect_uri',
      error_description: 'redirect_uris must be a list of at most 20 addresses',
    };
  const name = metadata['client_name'] ?? 'Application';
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_TEXT)
    return fault(`client_name must be a text of 1 to ${MAX_TEXT} characters`);
  const uri = metadata['client_uri'];
  if (uri !== undefined && typeof uri !== 'string') return fault('client_uri must be an address');
  const scope = metadata['scope'];
  return {
    name,
    uri: uri ?? null,
    applicationType: metadata['application_type'] === 'native' ? 'native' : 'web',
    tokenEndpointAuthMethod: authMethod,
    grantTypes,
    redirectUris,
    ...(typeof scope === 'string' && { scopes: scopesOf(scope) }),
  };
}

/** What is answered to a client that was registered. @see RFC 7591, section 3.2.1 */
export function writeRegistration({ client, clientSecret }: CreatedOAuthClient): object {
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(Date.parse(client.createdAt) / 1000),
    ...(clientSecret !== null && { client_secret: clientSecret, client_secret_expires_at: 0 }),
    client_name: client.name,
    ...(client.uri !== null && { client_uri: client.uri }),
    application_type: client.applicationType,
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    grant_types: client.grantTypes,
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    redirect_uris: client.redirectUris,
    scope: client.scopes.join(' '),
  };
}

/** A refusal of a client, in the words of the protocol; undefined for one that is none of these. */
export function faultOf(error: unknown): RegistrationFault | undefined {
  if (!(error instanceof Refusal) || error.code !== 'validation_failed') return undefined;
  const [issue] = error.issues ?? [];
  const isRedirect = issue?.path.startsWith('redirectUris') === true;
  const text = issue ? `${issue.path} ${issue.message}` : error.message;
  return { error: isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata', error_description: text };
}

export function isFault(read: CreateOAuthClientInput | RegistrationFault): read is RegistrationFault {
  return 'error' in read;
}

function fault(error_description: string): RegistrationFault {
  return { error: 'invalid_client_metadata', error_description };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && each.length <= 2_000);
}

function isGrantType(type: string): type is OAuthGrantType {
  return (GRANT_TYPES as readonly string[]).includes(type);
}
