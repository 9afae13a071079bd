import { refuse, type ServerBrand } from '@oriel/contract';
import type { EmbedPrincipal } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import { createFreshCache } from '../../db/fresh-cache.ts';
import type { CredentialCheck } from '../../http/caller/authentication.ts';
import { verifyToken } from '../../identity/credentials/signed-token.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import type { LiveClaims } from '../../identity/credentials/live-claims.ts';
import type { HandedOnSession } from '../../identity/credentials/user-credentials.ts';
import { sessionHashOf } from '../embed-sign-in/sign-in-claims.ts';
import { readPrincipal } from './embed-principal.ts';
import { findCreatorContext, findTokenContext, type TokenContext } from './embed-session-store.ts';

/**
 * Makes the check of an embed session's token: signed by the account of the host, within its time, for its own
 * deployment, and made by who may still make it. A token of a private surface stands for the console session of its
 * viewer.
 */
export function createEmbedCredential(
  database: Pick<Database, 'db' | 'pool' | 'credentialChanges'>,
  keyring: Keyring,
  {
    brand,
    liveClaims,
    handedOnSession,
  }: { brand: ServerBrand; liveClaims: LiveClaims; handedOnSession: HandedOnSession },
): CredentialCheck {
  const contexts = createFreshCache<TokenContext>(database.credentialChanges);
  return async (token, addressed) => {
    const { host, deploymentId } = addressed;
    const context = await contexts.get(`${deploymentId} ${host}`, () =>
      findTokenContext(database, keyring, { host, deploymentId }),
    );
    if (!context) throw refuse('unauthenticated');
    const payload = await verifyToken(token, { secret: context.embedSecret, issuer: brand.name });
    const sessionHash = sessionHashOf(payload);
    if (sessionHash) return handedOnSession(sessionHash, addressed);
    const principal = await withCreatorContext(database, await readPrincipal(payload, liveClaims));
    if (deploymentId === undefined) return { principal, deployment: undefined };
    if (deploymentId !== principal.deploymentId) throw refuse('deployment_out_of_scope', { deploymentId });
    if (context.deploymentName === null) throw refuse('deployment_not_found', { id: deploymentId });
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

/** A viewer in creator mode with what holds now: leaving a group takes what was shared with it. */
async function withCreatorContext(
  database: Pick<Database, 'db' | 'pool'>,
  principal: EmbedPrincipal,
): Promise<EmbedPrincipal> {
  if (!principal.creatorMode) return principal;
  return { ...principal, ...(await findCreatorContext(database, principal)) };
}
