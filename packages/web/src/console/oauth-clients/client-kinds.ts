import type { CreateOAuthClientInput, OAuthClient, OAuthScope } from '@oriel/contract';

/**
 * What clients are for those who register them: each a way of running that decides on its secret and its grant types.
 */
export type ClientKind = 'web' | 'native' | 'page' | 'service';

export const clientKinds: readonly ClientKind[] = ['web', 'native', 'page', 'service'];

type KindSettings = Pick<
  CreateOAuthClientInput,
  'applicationType' | 'tokenEndpointAuthMethod' | 'grantTypes'
>;

/** How a kind is registered. */
export const settingsOfKind: Readonly<Record<ClientKind, KindSettings>> = {
  web: {
    applicationType: 'web',
    tokenEndpointAuthMethod: 'client_secret_basic',
    grantTypes: ['authorization_code', 'refresh_token'],
  },
  native: {
    applicationType: 'native',
    tokenEndpointAuthMethod: 'none',
    grantTypes: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  },
  page: {
    applicationType: 'web',
    tokenEndpointAuthMethod: 'none',
    grantTypes: ['authorization_code', 'refresh_token'],
  },
  service: {
    applicationType: 'web',
    tokenEndpointAuthMethod: 'client_secret_basic',
    grantTypes: ['client_credentials'],
  },
};

/** The kind of a client, also of one that was registered otherwise. */
export function kindOf({ applicationType, tokenEndpointAuthMethod, grantTypes }: OAuthClient): ClientKind {
  if (!grantTypes.includes('authorization_code') && grantTypes.includes('client_credentials'))
    return 'service';
  if (applicationType === 'native') return 'native';
  return tokenEndpointAuthMethod === 'none' ? 'page' : 'web';
}

/** What a client may ask for at most, as it is chosen. */
export type ScopeLevel = 'write' | 'read' | 'identity';

export const scopeLevels: readonly ScopeLevel[] = ['write', 'read', 'identity'];

const identity: readonly OAuthScope[] = ['openid', 'email', 'offline_access'];
const scopesByLevel: Readonly<Record<ScopeLevel, readonly OAuthScope[]>> = {
  write: [...identity, 'api:read', 'api:write'],
  read: [...identity, 'api:read'],
  identity,
};

/** The scopes of a level; those of a client that has this level already stay as they are. */
export function scopesOf(level: ScopeLevel, before?: readonly OAuthScope[]): OAuthScope[] {
  return [...(before && levelOf(before) === level ? before : scopesByLevel[level])];
}

export function levelOf(scopes: readonly OAuthScope[]): ScopeLevel {
  if (scopes.includes('api:write')) return 'write';
  return scopes.includes('api:read') ? 'read' : 'identity';
}
