import { refuse, type ServerBrand } from '@oriel/contract';
import type { EmbedPrincipal } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import type { CredentialCheck } from '../../http/authentication.ts';
import { CLAIMS_KEY, expiryOf, verifyToken } from '../../identity/signed-token.ts';
import { checkViewer } from '../../identity/viewer-check.ts';
import { credentialClaimsOf, type EmbedClaims } from './embed-claims.ts';
import { findTokenContext } from './embed-session-store.ts';

/** Makes the check of an embed session's token: signed by the account of the host, within its time, for its own deployment. */
export function createEmbedCredential(
  database: Pick<Database, 'db' | 'pool'>,
  brand: ServerBrand,
): CredentialCheck {
  return async (token, { host, deploymentId }) => {
    const context = await findTokenContext(database, { host, deploymentId });
    if (!context) throw refuse('unauthenticated');
    const principal = await readPrincipal(token, context.embedSecret, brand);
    await checkViewer(database, context.tenantId, principal.claims.viewer);
    if (deploymentId === undefined) return { principal, deployment: undefined };
    if (context.deploymentName === null) throw refuse('deployment_not_found', { id: deploymentId });
    if (deploymentId !== principal.deploymentId) throw refuse('deployment_out_of_scope', { deploymentId });
    return {
      principal,
      deployment: {
        id: deploymentId,
        tenantId: context.tenantId,
        name: context.deploymentName,
        deployBranch: principal.claims.branch ?? context.deployBranch ?? '',
      },
    };
  };
}

async function readPrincipal(token: string, secret: string, brand: ServerBrand): Promise<EmbedPrincipal> {
  const payload = await verifyToken(token, { secret, issuer: brand.name });
  // Signed by us, so it says what exchanging a session wrote into it.
  const claims = payload[CLAIMS_KEY] as EmbedClaims;
  const { tenantId, embedTenantId, embedUserId, deploymentId, creatorMode, securityContext } = claims;
  return {
    kind: 'embed',
    tenantId,
    embedTenantId,
    embedUserId,
    deploymentId,
    creatorMode,
    allowsExport: claims.settings.allowExport !== false,
    securityContext,
    claims: credentialClaimsOf(claims, expiryOf(payload)),
  };
}
