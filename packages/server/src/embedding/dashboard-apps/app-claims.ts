import type { ServerBrand } from '@oriel/contract';
import { narrow, type CredentialClaims, type Maker } from '../../access/credential-claims.ts';
import { claimsOf, makerOf, type EmbedPrincipal, type UserPrincipal } from '../../access/principal.ts';

/** What an address of an app ends with at the latest; an address is asked for again with each opening. */
const ADDRESS_TTL_MS = 60 * 60 * 1000;

/**
 * The claims of an address: those of the credential that it was asked for with, so that it ends with that. What
 * row-level policies look at is left out but for the groups, which a viewer may lose: an address gives no rows.
 */
export function addressClaims(
  viewer: UserPrincipal | EmbedPrincipal,
  {
    deploymentId,
    operation,
    brand,
  }: { deploymentId: number; operation: Maker['operation']; brand: Pick<ServerBrand, 'securityContextKey'> },
): CredentialClaims & { readonly expiresAtMs: number } {
  const end = Date.now() + ADDRESS_TTL_MS;
  const isUser = viewer.kind === 'user';
  const claims = narrow(claimsOf(viewer, deploymentId), {
    deploymentIds: [deploymentId],
    ...(isUser && { maker: makerOf(viewer, operation) }),
    expiresAtMs: Math.min(end, (isUser ? viewer.consoleSession?.expiresAtMs : undefined) ?? end),
  });
  return {
    ...claims,
    viewer: claims.viewer && {
      ...claims.viewer,
      securityContext: withGroupsAlone(claims.viewer.securityContext, brand),
    },
    expiresAtMs: claims.expiresAtMs ?? end,
  };
}

function withGroupsAlone(
  securityContext: Readonly<Record<string, unknown>>,
  { securityContextKey }: Pick<ServerBrand, 'securityContextKey'>,
): Record<string, unknown> {
  const { groups = [] } = (securityContext[securityContextKey] ?? {}) as { groups?: unknown };
  return { [securityContextKey]: { groups } };
}
