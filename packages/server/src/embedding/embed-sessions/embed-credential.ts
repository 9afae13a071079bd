import { refuse, type ServerBrand } from '@oriel/contract';
import type { JWTPayload } from 'jose';
import type { Maker } from '../../access/credential-claims.ts';
import type { EmbedPrincipal } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import { createFreshCache } from '../../db/fresh-cache.ts';
import type { CredentialCheck } from '../../http/authentication.ts';
import { CLAIMS_KEY, expiryOf, verifyToken } from '../../identity/signed-token.ts';
import type { LiveClaims } from '../../identity/live-claims.ts';
import { credentialClaimsOf, type EmbedClaims } from './embed-claims.ts';
import { findTokenContext, type TokenContext } from './embed-session-store.ts';

/**
 * Makes the check of an embed session's token: signed by the account of the host, within its time, for its own deployment, and
 * made by who may still make it.
 */
export function createEmbedCredential(
  database: Pick<Database, 'db' | 'pool' | 'credentialChanges'>,
  brand: ServerBrand,
  liveClaims: LiveClaims,
): CredentialCheck {
  const contexts = createFreshCache<TokenContext>(database.credentialChanges);
  return async (token, { host, deploymentId }) => {
    const context = await contexts.get(`${deploymentId} ${host}`, () =>
      findTokenContext(database, { host, deploymentId }),
    );
    if (!context) throw refuse('unauthenticated');
    const payload = await verifyToken(token, { secret: context.embedSecret, issuer: brand.name });
    const principal = await readPrincipal(payload, liveClaims);
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

async function readPrincipal(payload: JWTPayload, liveClaims: LiveClaims): Promise<EmbedPrincipal> {
  // Signed by us, so it says what exchanging a session wrote into it.
  const session = payload[CLAIMS_KEY] as EmbedClaims;
  // Of the version before, which named none.
  if (!(session.maker as Maker | undefined)) throw refuse('unauthenticated');
  const claims = await liveClaims(credentialClaimsOf(session, expiryOf(payload)));
  const { tenantId, embedTenantId, embedUserId, deploymentId, creatorMode, securityContext } = session;
  return {
    kind: 'embed',
    tenantId,
    embedTenantId,
    embedUserId,
    deploymentId,
    creatorMode,
    allowsExport: session.settings.allowExport !== false,
    securityContext: claims.viewer?.securityContext ?? securityContext,
    claims,
  };
}
