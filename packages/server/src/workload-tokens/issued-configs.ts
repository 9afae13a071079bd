import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A configuration by which tokens are issued for a deployment now. */
export interface IssuedConfig {
  readonly id: number;
  readonly tenantId: number;
  readonly deploymentId: number;
  readonly name: string;
  readonly audienceType: string;
  readonly audience: string;
  readonly subFormat: string | null;
  readonly customClaims: Record<string, unknown> | null;
  readonly targetEnvVar: string | null;
  readonly updatedAt: string;
  readonly region: string;
  /** Of the account, where it has one of its own. */
  readonly host: string | null;
}

/** The configurations of deployments; none where the account has its switch off. */
export async function listIssuedConfigs(
  db: Db,
  deploymentIds: readonly number[],
): Promise<readonly IssuedConfig[]> {
  if (deploymentIds.length === 0) return [];
  const { rows } = await sql<IssuedConfig>`
    select c.id, c.tenant_id, d.id as deployment_id, c.name, c.audience_type, c.audience, c.sub_format, c.custom_claims,
      c.target_env_var, c.updated_at, coalesce(d.region, 'default') as region,
      (select min(h.host) from tenant_hosts h where h.tenant_id = c.tenant_id) as host
    from deployments d
    join tenants t on t.id = d.tenant_id and t.settings ->> 'oidcEnabled' = 'true'
    join oidc_token_configs c on c.tenant_id = t.id and c.is_enabled
    where d.id = any(${deploymentIds}::integer[])
    order by c.name`.execute(db);
  return rows;
}
