import { permissions, type Permission } from '@oriel/contract';
import { isDeepStrictEqual } from 'node:util';
import type { CredentialClaims } from '../../access/credential-claims.ts';

/**
 * The claims in which a credential is wider than the one that it was made from: each by itself, as naively as it can be
 * said.
 */
export function widerClaims(child: CredentialClaims, parent: CredentialClaims): string[] {
  const reaches = ({ deploymentIds }: CredentialClaims, id: number) => deploymentIds?.includes(id) ?? true;
  const holds = ({ permissions: given }: CredentialClaims, one: Permission) =>
    given.includes('All') || given.includes(one);
  const wider: Record<keyof CredentialClaims, boolean> = {
    scopes:
      parent.scopes !== undefined &&
      (child.scopes === undefined || child.scopes.some((scope) => !parent.scopes?.includes(scope))),
    tenantId: child.tenantId !== parent.tenantId,
    deploymentIds:
      parent.deploymentIds !== null && (child.deploymentIds?.some((id) => !reaches(parent, id)) ?? true),
    branch: parent.branch !== undefined && child.branch !== parent.branch,
    viewer: parent.viewer !== undefined && !isDeepStrictEqual(child.viewer, parent.viewer),
    maker: parent.maker !== undefined && !isDeepStrictEqual(child.maker, parent.maker),
    session: parent.session !== undefined && child.session !== parent.session,
    permissions: permissions.some((one) => holds(child, one) && !holds(parent, one)),
    highestLevel: child.highestLevel > parent.highestLevel,
    expiresAtMs: (child.expiresAtMs ?? Infinity) > (parent.expiresAtMs ?? Infinity),
  };
  return Object.keys(wider).filter((claim) => wider[claim as keyof CredentialClaims]);
}
