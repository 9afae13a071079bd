import { permissions as allPermissions, type EnvironmentTokenScope, type Permission } from '@oriel/contract';
import type { AccessLevel } from './access-level.ts';

/** Whom a credential stands for, and what row-level policies look at. */
export interface Viewer {
  /** The same for all credentials of one person, such as `embed-user 17`; without names and secrets. */
  readonly holder: string;
  /** A console user: the credential ends with the account. Absent for others. */
  readonly userId?: number;
  /** A viewer of an embed tenant: the credential ends when they are removed. Absent for others. */
  readonly embed?: EmbedViewer;
  readonly securityContext: Readonly<Record<string, unknown>>;
}

/** The viewer of an embed session. */
export interface EmbedViewer {
  readonly embedTenantId: number;
  /** 0 for a session that shows what a console user sees. */
  readonly embedUserId: number;
  /** The last row of `ended_viewers` before the session was made. */
  readonly since: number;
  /** There where the session forbids AI: what is made with it does, too. */
  readonly allowsAi?: false;
}

/** The operations that make credentials from others. */
export const makingOperations = [
  'generateSession',
  'deploymentToken',
  'createDeploymentEnvironmentToken',
  'createDeploymentEnvironmentTokenForMetaSync',
  'getDashboardAppAddress',
  'createDashboardAppPreview',
] as const;

/**
 * The console user with whom a chain of credentials began, and the key where one was used. What was made ends with
 * either, and with the right to make it.
 */
export interface Maker {
  readonly userId: number;
  readonly apiKeyId?: number;
  /** The OAuth access token that it was made with. */
  readonly accessTokenId?: number;
  /** The console session that a token was made in, which ends with it. */
  readonly consoleSessionId?: number;
  /** What the user called: they must be allowed to call it still. */
  readonly operation: (typeof makingOperations)[number];
}

/**
 * What a credential may do at most. Whatever is made from it gets its claims from {@link narrow}, so that none is wider
 * than the one it was made from, and none outlives it.
 */
export interface CredentialClaims {
  readonly tenantId: number;
  /** The deployments that it reaches; null means every one of the tenant. */
  readonly deploymentIds: readonly number[] | null;
  /** The branch of the data model that it queries; null is the one that is deployed, undefined leaves the choice. */
  readonly branch: string | null | undefined;
  /** Undefined leaves the choice: a console user may make credentials for others. */
  readonly viewer: Viewer | undefined;
  /**
   * Undefined for a credential that its holder has not been given by another: a key, a token that a host has signed.
   */
  readonly maker: Maker | undefined;
  /** `All` stands for every one. */
  readonly permissions: readonly Permission[];
  /** What of the query API it may ask for; undefined is everything. */
  readonly scopes?: readonly EnvironmentTokenScope[] | undefined;
  /** The highest level of access to items of the workspace; 0 is queries alone, 1 is reading alone. */
  readonly highestLevel: AccessLevel;
  /** The embed session that it came from, with which it ends: SHA-256 of its id in base64url. */
  readonly session?: string | undefined;
  /** Milliseconds since 1970; undefined never expires. */
  readonly expiresAtMs: number | undefined;
}

/** What a new credential is to be bound by beside the claims of the one that it is made from. */
export type ClaimLimits = Partial<Omit<CredentialClaims, 'tenantId'>>;

/**
 * The claims of a credential that is made from another: in each claim the narrower of the two. Where the parent has a
 * branch, a viewer or a maker, they are the child's, whatever is asked for.
 */
export function narrow(parent: CredentialClaims, limits: ClaimLimits): CredentialClaims {
  return {
    tenantId: parent.tenantId,
    deploymentIds: narrowerReach(parent.deploymentIds, limits.deploymentIds ?? null),
    branch: parent.branch === undefined ? limits.branch : parent.branch,
    viewer: parent.viewer ?? limits.viewer,
    maker: parent.maker ?? limits.maker,
    permissions: commonPermissions(parent.permissions, limits.permissions ?? ['All']),
    scopes: commonScopes(parent.scopes, limits.scopes),
    highestLevel: lower(parent.highestLevel, limits.highestLevel ?? parent.highestLevel),
    session: parent.session ?? limits.session,
    expiresAtMs: earlier(parent.expiresAtMs, limits.expiresAtMs),
  };
}

function narrowerReach(
  one: readonly number[] | null,
  other: readonly number[] | null,
): readonly number[] | null {
  if (one === null || other === null) return one ?? other;
  return other.filter((id) => one.includes(id));
}

function commonPermissions(one: readonly Permission[], other: readonly Permission[]): readonly Permission[] {
  if (one.includes('All')) return other.includes('All') ? allPermissions : other;
  if (other.includes('All')) return one;
  return one.filter((permission) => other.includes(permission));
}

function commonScopes(
  one: CredentialClaims['scopes'],
  other: CredentialClaims['scopes'],
): CredentialClaims['scopes'] {
  if (one === undefined || other === undefined) return one ?? other;
  return other.filter((scope) => one.includes(scope));
}

function lower(one: AccessLevel, other: AccessLevel): AccessLevel {
  return one < other ? one : other;
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}
