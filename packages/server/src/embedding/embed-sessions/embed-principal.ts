import { refuse } from '@oriel/contract';
import type { JWTPayload } from 'jose';
import type { Maker } from '../../access/credential-claims.ts';
import type { EmbedPrincipal } from '../../access/principal.ts';
import type { LiveClaims } from '../../identity/credentials/live-claims.ts';
import { CLAIMS_KEY, expiryOf } from '../../identity/credentials/signed-token.ts';
import { credentialClaimsOf, type EmbedClaims } from './embed-claims.ts';

/** The principal of a verified token, with the rights that its maker still has. @throws `unauthenticated` */
export async function readPrincipal(payload: JWTPayload, liveClaims: LiveClaims): Promise<EmbedPrincipal> {
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
    allowsAi: session.settings.allowAi !== false,
    allowsChatAuthoring: session.settings.allowChatWorkspaceAuthoring !== false,
    ...(session.settings.showAiWidgets != null && { wantsSummaries: session.settings.showAiWidgets }),
    securityContext: claims.viewer?.securityContext ?? securityContext,
    claims,
  };
}
