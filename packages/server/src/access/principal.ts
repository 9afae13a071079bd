/** Who is calling, as the authentication hook found out. */
export type Principal = AnonymousPrincipal | UserPrincipal | EmbedPrincipal | DataPrincipal;

export type UserRole = 'Viewer' | 'Explorer' | 'Developer' | 'Admin';

export interface AnonymousPrincipal {
  readonly kind: 'anonymous';
  readonly tenantId: number;
}

/** A console user, in person or through an API key of theirs. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly tenantId: number;
  readonly userId: number;
  readonly email: string;
  readonly role: UserRole;
  readonly groupIds: readonly number[];
  /** The deployments that the credential reaches; null means every one of the tenant. */
  readonly deploymentIds: readonly number[] | null;
  readonly via: 'api-key' | 'console-session';
  /** There where the request needs it: what row-level policies look at. */
  readonly policyContext?: PolicyContext;
}

/** The names of a user's groups, and the values of their attributes by name. */
export interface PolicyContext {
  readonly groups: readonly string[];
  readonly userAttributes: Readonly<Record<string, unknown>>;
}

/** An external viewer, through the token of an embed session. */
export interface EmbedPrincipal {
  readonly kind: 'embed';
  readonly tenantId: number;
  readonly embedTenantId: number;
  readonly embedUserId: number;
  readonly deploymentId: number;
  readonly creatorMode: boolean;
  /** What the query API makes of the viewer: the session's own keys beside the reserved one. */
  readonly securityContext: Readonly<Record<string, unknown>>;
}

/** The holder of a data token, who may query its deployment and nothing else. */
export interface DataPrincipal {
  readonly kind: 'data';
  readonly tenantId: number;
  readonly deploymentId: number;
  /** What the token carries. */
  readonly securityContext: Readonly<Record<string, unknown>>;
}

const ranks: Record<UserRole, number> = { Viewer: 0, Explorer: 1, Developer: 2, Admin: 3 };

/** Whether a user of `role` may do what `least` may. */
export function isAtLeast(role: UserRole, least: UserRole): boolean {
  return ranks[role] >= ranks[least];
}

export function isAdmin(principal: Principal): boolean {
  return principal.kind === 'user' && principal.role === 'Admin';
}

/**
 * The user behind an operation that only users may call.
 *
 * @throws a plain error for anybody else: the operation's `access` has let through whom it should not.
 */
export function userOf(principal: Principal): UserPrincipal {
  if (principal.kind !== 'user') throw new Error(`An operation for users was called by ${principal.kind}`);
  return principal;
}
