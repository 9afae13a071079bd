import { accessLevels } from './access-level.ts';
import type { CredentialClaims, Maker } from './credential-claims.ts';
import type { RecordCondition } from './record-tag.ts';
import {
  creatorRights,
  embedRights,
  noRights,
  permissionsOf,
  sqlCreatorRights,
  type Rights,
} from './roles/roles.ts';

/** Who is calling, as the authentication hook found out. */
export type Principal = AnonymousPrincipal | UserPrincipal | EmbedPrincipal | DataPrincipal;

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
  /** What the roles of the user come to; decisions ask this and never which roles there are. */
  readonly rights: Rights;
  /** As in `access-version.ts`. */
  readonly accessVersion: number;
  readonly groupIds: readonly number[];
  /** The deployments that the credential reaches; null means every one of the tenant. */
  readonly deploymentIds: readonly number[] | null;
  readonly via: 'api-key' | 'access-token' | 'console-session';
  /** The key that the request came with, and when it expires, in milliseconds since 1970; undefined never. */
  readonly apiKey?: { readonly id: number; readonly expiresAtMs: number | undefined };
  /** The OAuth access token that the request came with, and whom it was given to. */
  readonly accessToken?: {
    readonly id: number;
    readonly clientId: string;
    readonly expiresAtMs: number | undefined;
  };
  /** The console session that the request came with. */
  readonly consoleSession?: {
    readonly id: number;
    readonly expiresAtMs: number | undefined;
    /** Whether it is good for nothing but setting up a second factor. */
    readonly isEnrolling: boolean;
  };
  /** What the request asks of the record that it changes; undefined where it is about none. */
  readonly condition?: RecordCondition;
  /** What the credential may call; undefined: every operation that the user may. */
  readonly narrowing?: Narrowing;
  /** There where the request needs it: what row-level policies look at. */
  readonly policyContext?: PolicyContext;
}

/** What a credential may call of what its user may. */
export interface Narrowing {
  readonly isReadOnly: boolean;
  /** Whether it was given to a client by OAuth: it makes no credentials, and changes nothing of people and sign-in. */
  readonly isDelegated?: boolean;
  /** The groups of operations, by the names of the reference; null: all. */
  readonly tags: readonly string[] | null;
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
  /** The groups of the embed tenant that a viewer in creator mode is a member of; absent: none. */
  readonly tenantGroupIds?: readonly number[];
  /** Whether the account shows viewers in creator mode the SQL that sources get; absent: no. */
  readonly seesGeneratedSql?: boolean;
  /** False where the session forbids downloads; what the account and the dashboard say comes on top. */
  readonly allowsExport: boolean;
  /** False where the session forbids AI; what the account says comes on top. */
  readonly allowsAi: boolean;
  /** False where the session keeps the chat from changing content. */
  readonly allowsChatAuthoring: boolean;
  /** What the session says of writing texts of AI widgets; absent: as the account says. */
  readonly wantsSummaries?: boolean;
  /** What the query API makes of the viewer: the session's own keys beside the reserved one. */
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly claims: CredentialClaims;
}

/** The holder of a data token, who may query its deployment and nothing else. */
export interface DataPrincipal {
  readonly kind: 'data';
  readonly tenantId: number;
  readonly deploymentId: number;
  /** What the token carries. */
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly claims: CredentialClaims;
}

/** The rights of the caller. */
export function rightsOf(principal: Principal): Rights {
  switch (principal.kind) {
    case 'user':
      return principal.rights;
    case 'embed':
      if (!principal.creatorMode) return embedRights;
      return principal.seesGeneratedSql === true ? sqlCreatorRights : creatorRights;
    case 'data':
      // Items of the workspace are not its business.
      return { ...noRights, permissions: new Set(principal.claims.permissions) };
    case 'anonymous':
      return noRights;
  }
}

/**
 * What a credential may do at most in a deployment, and so whatever is made from it.
 *
 * A console session stands for the person who has signed in: keys and tokens of environments, which are listed and
 * revoked by themselves, last as long as they are made for. Tokens end with it: see {@link makerOf}.
 */
export function claimsOf(
  principal: Exclude<Principal, AnonymousPrincipal>,
  deploymentId?: number,
): CredentialClaims {
  if (principal.kind !== 'user') return principal.claims;
  const { tenantId, deploymentIds, rights, apiKey, accessToken } = principal;
  return {
    tenantId,
    deploymentIds,
    branch: undefined,
    viewer: undefined,
    maker: undefined,
    permissions: permissionsOf(rights, deploymentId),
    highestLevel: rights.highestLevel,
    expiresAtMs: (apiKey ?? accessToken)?.expiresAtMs,
  };
}

/** What is made in a console session by these is in use there, is listed nowhere, and ends with it. */
const endingWithSession: readonly Maker['operation'][] = [
  'deploymentToken',
  'generateSession',
  'getDashboardAppAddress',
  'createDashboardAppPreview',
];

/** A user as the maker of a credential that an operation gives out. */
export function makerOf(
  { userId, apiKey, accessToken, consoleSession }: UserPrincipal,
  operation: Maker['operation'],
): Maker {
  return {
    userId,
    ...(apiKey && { apiKeyId: apiKey.id }),
    ...(accessToken && { accessTokenId: accessToken.id }),
    ...(consoleSession && endingWithSession.includes(operation) && { consoleSessionId: consoleSession.id }),
    operation,
  };
}

/** Who has things of their own in a workspace: a user, or the viewer of an embed session in creator mode. */
export type Author = UserPrincipal | EmbedPrincipal;

/** What a request asks of the record that it changes; viewers ask nothing. */
export function conditionOf(author: Author): RecordCondition | undefined {
  return author.kind === 'user' ? author.condition : undefined;
}

/** The id of an author among the users; null for a viewer, who is none. */
export function userIdOf(author: Author): number | null {
  return author.kind === 'user' ? author.userId : null;
}

/** The id of an author among the viewers; null for a user, and for a session that shows what a user sees. */
export function viewerIdOf(author: Author): number | null {
  return author.kind === 'embed' && author.embedUserId > 0 ? author.embedUserId : null;
}

/**
 * The user or the viewer behind an operation that only they may call.
 *
 * @throws a plain error for anybody else, as {@link userOf}
 */
export function userOrViewerOf(principal: Principal): UserPrincipal | EmbedPrincipal {
  return principal.kind === 'embed' ? principal : userOf(principal);
}

/** Whether a principal sees every item of the workspace, so that a list needs no condition. */
export function seesEverything(principal: Principal): boolean {
  const { leastLevel, highestLevel } = rightsOf(principal);
  return Math.min(leastLevel, highestLevel) >= accessLevels.read;
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
