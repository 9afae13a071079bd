import { refuse } from '@oriel/contract';
import { errors, jwtVerify } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { queryPrepared } from '../db/prepared.ts';
import { tenantOfHost } from '../identity/credential-store.ts';

/** What a data token gives: the deployment that it was signed for, and the context that it carries. */
export interface DataTokenClaims {
  target: { deploymentId: number; branch: string };
  securityContext: Record<string, unknown>;
}

/**
 * Checks a data token against the secret of the deployment that the request is about.
 *
 * @throws `unauthenticated` or `credential_expired`
 */
export async function checkDataToken(
  database: Pick<Database, 'db' | 'pool'>,
  token: string,
  { host, deploymentId }: { host: string; deploymentId: number },
): Promise<DataTokenClaims> {
  const [deployment] = await queryPrepared(
    database,
    sql<{ apiSecret: string; deployBranch: string }>`
      select api_secret, deploy_branch from deployments where id = ${deploymentId} and tenant_id = ${tenantOfHost(host)}`,
  );
  if (!deployment) throw refuse('unauthenticated');
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(deployment.apiSecret), {
      algorithms: ['HS256'],
    });
    return { target: { deploymentId, branch: deployment.deployBranch }, securityContext: payload };
  } catch (cause) {
    throw refuse(cause instanceof errors.JWTExpired ? 'credential_expired' : 'unauthenticated', undefined, {
      cause,
    });
  }
}
