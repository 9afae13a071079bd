import { refuse, type ServerBrand } from '@oriel/contract';
import { errors, jwtVerify } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { queryPrepared } from '../db/prepared.ts';
import type { CredentialCheck } from '../http/authentication.ts';
import { tenantOfHost } from '../identity/credential-store.ts';
import { CLAIMS_KEY, type EmbedClaims } from './embed-claims.ts';

interface TenantRow {
  tenantId: number;
  embedSecret: string;
  deploymentName: string | null;
  deployBranch: string | null;
}

/** The check of an embed session's token: signed by the tenant of the host, within its time, for its own deployment. */
export function createEmbedCredential(
  database: Pick<Database, 'db' | 'pool'>,
  brand: ServerBrand,
): CredentialCheck {
  return async (token, { host, deploymentId }) => {
    const statement = sql<TenantRow>`
      select t.id as tenant_id, t.embed_secret, d.name as deployment_name, d.deploy_branch
      from tenants t left join deployments d on d.tenant_id = t.id and d.id = ${deploymentId ?? null}::integer
      where t.id = ${tenantOfHost(host)}`;
    const [tenant] = await queryPrepared(database, statement);
    if (!tenant) throw refuse('unauthenticated');
    const claims = await verify(token, tenant.embedSecret, brand);
    const principal = { kind: 'embed', ...claims } as const;
    if (deploymentId === undefined) return { principal, deployment: undefined };
    if (tenant.deploymentName === null) throw refuse('deployment_not_found', { id: deploymentId });
    if (deploymentId !== claims.deploymentId) throw refuse('deployment_out_of_scope', { deploymentId });
    return {
      principal,
      deployment: {
        id: deploymentId,
        tenantId: tenant.tenantId,
        name: tenant.deploymentName,
        deployBranch: claims.branch ?? tenant.deployBranch ?? '',
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
