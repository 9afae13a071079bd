import { oauthPaths } from './provider/create-provider.ts';
import { ALL_SCOPES, API_SCOPES } from './scopes.ts';

/** Where clients register by the protocol, and where users are signed out. */
export const REGISTRATION_PATH = '/oauth/register';
export const END_SESSION_PATH = '/oauth/end-session';
/** Before the path of what it is about. */
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource';

/**
 * What clients may know of the server of an issuer.
 *
 * @see RFC 8414, and OpenID Connect Discovery 1.0
 */
export function serverMetadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: issuer + oauthPaths.authorization,
    token_endpoint: issuer + oauthPaths.token,
    device_authorization_endpoint: issuer + oauthPaths.device_authorization,
    introspection_endpoint: issuer + oauthPaths.introspection,
    revocation_endpoint: issuer + oauthPaths.revocation,
    userinfo_endpoint: issuer + oauthPaths.userinfo,
    registration_endpoint: issuer + REGISTRATION_PATH,
    end_session_endpoint: issuer + END_SESSION_PATH,
    jwks_uri: issuer + oauthPaths.jwks,
    scopes_supported: ALL_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    introspection_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: ['sub', 'email', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  };
}

/**
 * What clients may know of the API: who gives tokens for it.
 *
 * @param path of a deployment or of the MCP server, below the issuer; empty for the whole
 * @see RFC 9728
 */
export function resourceMetadata(issuer: string, path: string) {
  return {
    resource: issuer + path,
    authorization_servers: [issuer],
    scopes_supported: API_SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${issuer}/docs/api`,
  };
}
