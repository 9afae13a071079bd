import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Addressed } from '../http/authentication.ts';
import type { UserRole } from '../http/principal.ts';

/** The user behind a credential and the deployment of the request, found in one round trip. */
export interface CredentialRow {
  tenant_id: number;
  user_id: number;
  email: string;
  role: UserRole;
  group_ids: number[];
  deployment_ids: number[] | null;
  is_expired: boolean;
  deployment_name: string | null;
  deploy_branch: string | null;
}

/** The tenant that a host name belongs to: the one it is listed for, else the oldest. */
export const tenantOfHost = (host: string) => sql<number>`coalesce(
  (select tenant_id from tenant_hosts where host = ${host}),
  (select min(id) from tenants)
)`;

export interface CredentialStore {
  /** The user of a key, if the key belongs to the tenant of the host and its user is active. */
  findByApiKey(hash: Buffer, addressed: Addressed): Promise<CredentialRow | undefined>;
  findByConsoleSession(hash: Buffer, addressed: Addressed): Promise<CredentialRow | undefined>;
  getTenantOfHost(host: string): Promise<number>;
}

export function createCredentialStore(db: Db): CredentialStore {
  return {
    async findByApiKey(hash, addressed) {
      // last_used_at is kept to the minute, so that reading with a key seldom writes.
      const { rows } = await sql<CredentialRow>`
        with touched as (
          update api_keys set last_used_at = now()
          where hash = ${hash} and (last_used_at is null or last_used_at < now() - interval '1 minute')
        )
        ${selectUser({
          from: sql`api_keys c`,
          deploymentIds: sql`c.deployment_ids`,
          isExpired: sql`coalesce(c.expires_at < now(), false)`,
          where: sql`c.hash = ${hash}`,
          addressed,
        })}`.execute(db);
      return rows[0];
    },
    async findByConsoleSession(hash, addressed) {
      const { rows } = await selectUser({
        from: sql`console_sessions c`,
        deploymentIds: sql`null::integer[]`,
        isExpired: sql`c.expires_at < now()`,
        where: sql`c.hash = ${hash}`,
        addressed,
      }).execute(db);
      return rows[0];
    },
    async getTenantOfHost(host) {
      const { rows } = await sql<{ id: number | null }>`select ${tenantOfHost(host)} as id`.execute(db);
      const id = rows[0]?.id;
      if (id === undefined || id === null) throw new Error('The database has no tenant');
      return id;
    },
  };
}

type Fragment = ReturnType<typeof sql>;

function selectUser(parts: {
  from: Fragment;
  deploymentIds: Fragment;
  isExpired: Fragment;
  where: Fragment;
  addressed: Addressed;
}) {
  return sql<CredentialRow>`
    select u.tenant_id, u.id as user_id, u.email, u.role, ${parts.deploymentIds} as deployment_ids,
      ${parts.isExpired} as is_expired,
      array(select group_id from group_members where user_id = u.id) as group_ids,
      d.name as deployment_name, d.deploy_branch
    from ${parts.from}
    join users u on u.id = c.user_id
    left join deployments d on d.tenant_id = u.tenant_id and d.id = ${parts.addressed.deploymentId ?? null}::integer
    where ${parts.where} and not u.is_deactivated and u.tenant_id = ${tenantOfHost(parts.addressed.host)}`;
}
