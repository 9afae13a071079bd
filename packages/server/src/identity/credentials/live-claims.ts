import { operations, Refusal, refuse, type ServerBrand } from '@oriel/contract';
import { narrow, type CredentialClaims, type Maker, type Viewer } from '../../access/credential-claims.ts';
import { checkCall } from '../../access/may.ts';
import { claimsOf, type UserPrincipal } from '../../access/principal.ts';
import type { EndedViewers } from './ended-viewers.ts';
import type { CredentialStore } from './credential-store.ts';
import { toUserPrincipal, viaOf } from './user-credentials.ts';

/**
 * Narrows the claims that a token carries to what its maker may do now, and shows a console user who is its viewer with
 * the groups and attributes of now.
 *
 * @throws `unauthenticated` where the key is revoked, or the console session or the embed session is over, that it was
 * made with, where its maker or its viewer is deactivated or removed, or where the maker may not make such a token any
 * more; `credential_expired` after the end of the key
 */
export type LiveClaims = (claims: CredentialClaims) => Promise<CredentialClaims>;

/**
 * Makes the one check that each credential goes through that was made from another. It reads through the credential
 * cache: as long as nothing changes, a token that is used again asks the database nothing.
 */
export function createLiveClaims(
  store: Pick<CredentialStore, 'findHolder' | 'isSessionRevoked'>,
  brand: ServerBrand,
  endedViewers: Pick<EndedViewers, 'check'>,
): LiveClaims {
  return async (claims) => {
    const [maker, viewer] = await Promise.all([
      claims.maker && findMaker(store, claims, claims.maker),
      claims.viewer && liveViewer(store, claims.tenantId, claims.viewer, brand),
      checkSession(store, claims),
      claims.viewer?.embed &&
        endedViewers.check(claims.tenantId, claims.viewer.embed, {
          groups: groupsOf(claims.viewer, brand),
          deploymentId: claims.deploymentIds?.[0],
        }),
    ]);
    const seen = { ...claims, viewer };
    if (!maker) return seen;
    const narrowed = narrow(seen, claimsOf(maker, claims.deploymentIds?.[0]));
    if (narrowed.deploymentIds?.length === 0) throw refuse('unauthenticated');
    return narrowed;
  };
}

/** @throws `unauthenticated` for what was made with an embed session that has ended */
async function checkSession(
  store: Pick<CredentialStore, 'isSessionRevoked'>,
  { tenantId, session, deploymentIds }: CredentialClaims,
): Promise<void> {
  const [deploymentId] = deploymentIds ?? [];
  if (session === undefined || deploymentId === undefined) return;
  if (await store.isSessionRevoked({ tenantId, session, deploymentId })) throw refuse('unauthenticated');
}

async function findMaker(
  store: Pick<CredentialStore, 'findHolder'>,
  { tenantId, deploymentIds }: CredentialClaims,
  { userId, apiKeyId, accessTokenId, consoleSessionId, operation }: Maker,
): Promise<UserPrincipal> {
  const row = await store.findHolder({ tenantId, userId, apiKeyId, accessTokenId, consoleSessionId });
  if (!row) throw refuse('unauthenticated');
  if (row.isExpired) throw refuse('credential_expired');
  const maker = toUserPrincipal(row, viaOf(row));
  const [deploymentId] = deploymentIds ?? [];
  try {
    checkCall(maker, operations[operation].access, deploymentId === undefined ? undefined : { deploymentId });
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    throw refuse('unauthenticated', undefined, { cause });
  }
  return maker;
}

/** The names of the viewer's groups, as the token has them. */
function groupsOf({ securityContext }: Viewer, { securityContextKey }: ServerBrand): string[] {
  const user = securityContext[securityContextKey] as { groups?: unknown } | undefined;
  return Array.isArray(user?.groups) ? user.groups.filter((group) => typeof group === 'string') : [];
}

/** What row-level policies look at in a console user is theirs, not of the moment in which the token was made. */
async function liveViewer(
  store: Pick<CredentialStore, 'findHolder'>,
  tenantId: number,
  viewer: Viewer,
  { securityContextKey }: ServerBrand,
): Promise<Viewer> {
  if (viewer.userId === undefined) return viewer;
  const row = await store.findHolder({ tenantId, userId: viewer.userId, needsPolicyContext: true });
  if (!row) throw refuse('unauthenticated');
  const user = { username: row.email, ...row.policyContext };
  return { ...viewer, securityContext: { ...viewer.securityContext, [securityContextKey]: user } };
}
