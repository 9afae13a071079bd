import type { EmbedSessionSettings, EmbedTheme } from '@oriel/contract';

/** A token, and what it says of itself. Only the server can check it: the page's look and timers rest on it here. */
export interface Token {
  readonly text: string;
  readonly claims: TokenClaims;
  /** When it was made and when it expires, in seconds since 1970. */
  readonly iat?: number;
  readonly exp?: number;
  /** The user, of a token for a sign-in. */
  readonly sub?: string;
}

/** What a token says of its session. */
export interface TokenClaims {
  tenantId?: number;
  embedTenantId?: number;
  embedTenantName?: string;
  embedUserId?: number;
  /** The console user, of a session that shows what a console user sees. */
  userId?: number;
  deploymentId?: number;
  creatorMode?: boolean;
  embedTheme?: EmbedTheme | null;
  settings?: EmbedSessionSettings | null;
  securityContext?: Record<string, { userAttributes?: Record<string, unknown> } | undefined>;
}

/** Reads a token as the server has given it. */
export function readToken(text: string): Token {
  const payload = text.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const { oriel: claims = {}, ...times } = JSON.parse(new TextDecoder().decode(bytes)) as {
    oriel?: TokenClaims;
    iat?: number;
    exp?: number;
    sub?: string;
  };
  return { text, claims, ...times };
}

/**
 * Tells viewers apart: by their tenant and their own id; a session that shows what a console user sees, by that user.
 */
export function viewerKey({ tenantId, embedTenantId, embedUserId, userId }: TokenClaims): string {
  return [tenantId, embedTenantId, embedUserId, userId].map((id) => id ?? '').join('-');
}

/** What two sessions must have in common, under the names that the host gives them when it asks for one. */
const viewerNames = {
  tenantId: 'account',
  deploymentId: 'deploymentId',
  embedTenantId: 'embedTenantName',
  creatorMode: 'creatorMode',
  embedUserId: 'externalId',
  userId: 'internalId',
} as const;

/**
 * Says why a session may not take the place of another one, which shows the same deployment to the same viewer.
 *
 * @returns the name of the first thing that differs; undefined where it may
 */
export function findDifference(one: TokenClaims, other: TokenClaims): string | undefined {
  const claims = Object.keys(viewerNames) as (keyof typeof viewerNames)[];
  const found = claims.find((claim) => one[claim] !== other[claim]);
  return found && viewerNames[found];
}
