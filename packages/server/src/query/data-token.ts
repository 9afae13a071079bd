import { refuse } from '@oriel/contract';
import { errors, jwtVerify } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { queryPrepared } from '../db/prepared.ts';
import type { CredentialCheck } from '../http/authentication.ts';
import { tenantOfHost } from '../identity/credential-store.ts';

interface DeploymentRow {
  tenantId: number;
  name: string;
  deployBranch: string;
  apiSecret: string;
}

/** Makes the check of a data token: signed with the secret of the deployment that the request is about, within its time. */
export function createDataCredential(database: Pick<Database, 'db' | 'pool'>): CredentialCheck {
  return async (token, { host, deploymentId }) => {
    if (deploymentId === undefined) throw refuse('unauthenticated');
    const [deployment] = await queryPrepared(
      database,
      sql<DeploymentRow & Record<string, unknown>>`
        select tenant_id, name, deploy_branch, api_secret from deployments
        where id = ${deploymentId}::bigint and tenant_id = ${tenantOfHost(host)}`,
    );
    if (!deployment) throw refuse('unauthenticated');
    const { tenantId, name, deployBranch, apiSecret } = deployment;
    return {
      principal: {
        kind: 'data',
        tenantId,
        deploymentId,
        securityContext: await verify(token, apiSecret),
      },
      deployment: { id: deploymentId, tenantId, name, deployBranch },
    };
  };
}

/** @throws `unauthenticated` or `credential_expired` */
async function verify(token: string, secret: string): Promise<Record<string, unknown>> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    return payload;
  } catch (cause) {
    throw refuse(cause instanceof errors.JWTExpired ? 'credential_expired' : 'unauthenticated', undefined, {
      cause,
    });
  }
}
