import { refuse, type ServerBrand } from '@oriel/contract';
import { errors, jwtVerify } from 'jose';
import type { Database } from '../../db/database.ts';
import type { CredentialCheck } from '../../http/authentication.ts';
import { CLAIMS_KEY, type EmbedClaims } from './embed-claims.ts';
import { findTokenContext } from './embed-session-store.ts';

/** Makes the check of an embed session's token: signed by the account of the host, within its time, for its own deployment. */
export function createEmbedCredential(
  database: Pick<Database, 'db' | 'pool'>,
  brand: ServerBrand,
): CredentialCheck {
  return async (token, { host, deploymentId }) => {
    const context = await findTokenContext(database, { host, deploymentId });
    if (!context) throw refuse('unauthenticated');
    const claims = await verify(token, context.embedSecret, brand);
    const principal = { kind: 'embed', ...claims } as const;
    if (deploymentId === undefined) return { principal, deployment: undefined };
    if (context.deploymentName === null) throw refuse('deployment_not_found', { id: deploymentId });
    if (deploymentId !== claims.deploymentId) throw refuse('deployment_out_of_scope', { deploymentId });
    return {
      principal,
      deployment: {
        id: deploymentId,
        tenantId: context.tenantId,
        name: context.deploymentName,
        deployBranch: claims.branch ?? context.deployBranch ?? '',
      },
    };
  };
}

async function verify(token: string, secret: string, brand: ServerBrand): Promise<EmbedClaims> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      issuer: brand.name,
    });
    // Signed by us, so it says what exchanging a session wrote into it.
    return payload[CLAIMS_KEY] as EmbedClaims;
  } catch (cause) {
    throw refuse(cause instanceof errors.JWTExpired ? 'credential_expired' : 'unauthenticated', undefined, {
      cause,
    });
  }
}
