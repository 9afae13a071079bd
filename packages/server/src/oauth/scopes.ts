import type { OAuthScope } from '@oriel/contract';

/** Scopes that say who the user is, in the order of the standard. */
export const OPENID_SCOPES = ['openid', 'email', 'offline_access'] as const;
/** Scopes of the API: reading, and everything that the user may. */
export const API_SCOPES = ['api:read', 'api:write'] as const;
/** Every scope. */
export const ALL_SCOPES: readonly OAuthScope[] = [...OPENID_SCOPES, ...API_SCOPES];

/** The known scopes of a request's parameter, each once; others are left out, as the standard allows. */
export function scopesOf(parameter: unknown): OAuthScope[] {
  const named = typeof parameter === 'string' ? parameter.split(' ') : [];
  return ALL_SCOPES.filter((scope) => named.includes(scope));
}

/** Those of the scopes that are about the API. */
export function apiScopesOf(scopes: readonly OAuthScope[]): OAuthScope[] {
  return scopes.filter((scope) => isOneOf(API_SCOPES, scope));
}

/** Those of the scopes that say who the user is. */
export function openIdScopesOf(scopes: readonly OAuthScope[]): OAuthScope[] {
  return scopes.filter((scope) => isOneOf(OPENID_SCOPES, scope));
}

function isOneOf(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope);
}
