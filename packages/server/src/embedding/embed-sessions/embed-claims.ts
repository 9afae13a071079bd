import type { EmbedSessionSettings, EmbedTheme } from '@oriel/contract';
import {
  narrow,
  type CredentialClaims,
  type EmbedViewer,
  type Maker,
} from '../../access/credential-claims.ts';
import { embedRights } from '../../access/roles/roles.ts';

/** What an embed session fixes, and its token says: who looks, at which deployment, with which context. */
export interface EmbedClaims {
  tenantId: number;
  deploymentId: number;
  /** The branch of the data model that the session's queries use; null is the deploy branch. */
  branch: string | null;
  embedTenantId: number;
  embedTenantName: string;
  /** 0 for a session that shows what a console user sees. */
  embedUserId: number;
  /** As in {@link EmbedViewer}. */
  since: number;
  /** As in the claims of a credential. */
  holder: string;
  maker: Maker;
  /** As in the claims of a credential; absent of a version before. */
  session?: string;
  /** The console user, of a session that shows what a console user sees. */
  userId?: number;
  creatorMode: boolean;
  securityContext: Record<string, unknown>;
  /** The session's overrides of the account's settings; the surface reads them from the token. */
  settings: EmbedSessionSettings;
  embedTheme: EmbedTheme | null;
  /**
   * What the token expires at, at the latest, in milliseconds since 1970; absent where nothing but its own life bounds
   * it.
   */
  notAfterMs?: number;
}

/** The claims of a session that is made with a credential: bound by it, and not longer. */
export function boundBy(parent: CredentialClaims, claims: EmbedClaims): EmbedClaims {
  const { deploymentIds, branch = null, expiresAtMs } = narrow(parent, credentialClaimsOf(claims));
  if (!deploymentIds?.includes(claims.deploymentId))
    throw new Error('A session was made beyond its credential');
  return { ...claims, branch, ...(expiresAtMs !== undefined && { notAfterMs: expiresAtMs }) };
}

/** What a session may do at most: as what any other credential may. */
export function credentialClaimsOf(
  claims: EmbedClaims,
  expiresAtMs: number | undefined = claims.notAfterMs,
): CredentialClaims {
  const { tenantId, deploymentId, branch, holder, maker, session, userId, securityContext } = claims;
  const { embedTenantId, embedUserId, since, settings } = claims;
  return {
    tenantId,
    deploymentIds: [deploymentId],
    branch,
    viewer: {
      holder,
      ...(userId !== undefined && { userId }),
      embed: {
        embedTenantId,
        embedUserId,
        since,
        ...(settings.allowAi === false && { allowsAi: false }),
      } satisfies EmbedViewer,
      securityContext,
    },
    maker,
    session,
    permissions: [...embedRights.permissions],
    highestLevel: embedRights.highestLevel,
    expiresAtMs,
  };
}
