import { limits } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type { EmbedPrincipal } from '../../access/principal.ts';
import type { Database, Db } from '../../db/database.ts';
import { queryPrepared } from '../../db/statements/prepared.ts';
import { policyContextOf, tenantOfHost } from '../../identity/credentials/credential-store.ts';
import { showEmbedSecret, type TokenSecretColumns } from '../../secrets/token-secrets.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import type { EmbedClaims } from './embed-claims.ts';

/** A session to store. */
export interface NewEmbedSession {
  tenantId: number;
  deploymentId: number;
  /** SHA-256 of the session id. */
  hash: Buffer;
  claims: EmbedClaims;
  /**
   * How long it can be exchanged, by the clock of the database, which decides when it is; at most until the end that
   * its claims name.
   */
  ttlSeconds: number;
}

/** From the moment that a session is made until the last token of it has expired. */
const REVOKED_SECONDS = limits.EMBED_SESSION_TTL_SECONDS + limits.EMBED_TOKEN_TTL_SECONDS;

/** Makes the store of embed sessions. */
export function createEmbedSessionStore(db: Db) {
  return {
    /** The deploy branch of a deployment; undefined where there is no such deployment. */
    async findDeployBranch(tenantId: number, deploymentId: number): Promise<string | undefined> {
      // No deployment has such an id, and the database would refuse to compare it.
      if (deploymentId > limits.MAX_ID) return undefined;
      const row = await db
        .selectFrom('deployments')
        .select('deployBranch')
        .where('tenantId', '=', tenantId)
        .where('id', '=', deploymentId)
        .executeTakeFirst();
      return row?.deployBranch;
    },
    /** An active console user, with what access policies see of it under the reserved key of the security context. */
    async findConsoleUser(
      tenantId: number,
      username: string,
    ): Promise<{ id: number; context: object } | undefined> {
      const user = await db
        .selectFrom('users')
        .select([
          'id',
          'email',
          policyContextOf({ id: sql`users.id`, tenantId: sql`users.tenant_id` }).as('policyContext'),
        ])
        .where('tenantId', '=', tenantId)
        .where(sql<boolean>`lower(username) = ${username.trim().toLowerCase()} and not is_deactivated`)
        .executeTakeFirst();
      return user && { id: user.id, context: { username: user.email, ...user.policyContext } };
    },
    async insert({ claims, ttlSeconds, ...session }: NewEmbedSession): Promise<void> {
      const expiresAt = expiryOf(sql`${ttlSeconds}`, sql`${endOf(claims)}`);
      await db
        .insertInto('embedSessions')
        .values({ ...session, claims: JSON.stringify(claims), expiresAt })
        .execute();
    },
    /**
     * Notes that a session has ended, until the last token of it expires. It is not removed: the exchange may be under
     * way, and its token is looked up like any other. Null is every deployment.
     */
    async revoke(
      tenantId: number,
      { hash, deploymentIds }: { hash: Buffer; deploymentIds: readonly number[] | null },
    ): Promise<void> {
      const ids = deploymentIds && [...deploymentIds];
      await sql`
        insert into revoked_embed_sessions as known (tenant_id, hash, deployment_ids, expires_at)
        values (${tenantId}, ${hash}, ${ids}::integer[], now() + make_interval(secs => ${REVOKED_SECONDS}))
        on conflict (tenant_id, hash) do update set
          deployment_ids = case when known.deployment_ids is null or excluded.deployment_ids is null then null
            else array(select distinct unnest(known.deployment_ids || excluded.deployment_ids) order by 1) end,
          expires_at = excluded.expires_at`.execute(db);
    },
  };
}

/** When a session expires: by the clock of the database, which decides when it has. */
export function expiryOf(ttlSeconds: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`least(now() + make_interval(secs => ${ttlSeconds}), ${end}::timestamptz)`;
}

/** The end that claims name, ISO 8601; null for none. */
export function endOf({ notAfterMs }: EmbedClaims): string | null {
  return notAfterMs === undefined ? null : new Date(notAfterMs).toISOString();
}

/** What a token is checked against: the account of the host, and the deployment that the request names. */
export interface TokenContext {
  tenantId: number;
  embedSecret: string;
  /** Null where the account has no such deployment, or the request names none. */
  deploymentName: string | null;
  deployBranch: string | null;
}

/**
 * Finds the account of a host and a deployment of it, in one prepared statement; undefined before there is an account.
 * @throws `unavailable`
 */
export async function findTokenContext(
  database: Pick<Database, 'db' | 'pool'>,
  keyring: Keyring,
  { host, deploymentId = null }: { host: string; deploymentId: number | null | undefined },
): Promise<TokenContext | undefined> {
  const [row] = await queryPrepared(
    database,
    sql<Omit<TokenContext, 'embedSecret'> & TokenSecretColumns>`
      select t.id as tenant_id, t.embed_secret as plain_secret, e.encrypted_secret, e.key_id, d.name as deployment_name, d.deploy_branch
      from tenants t left join embed_secrets e on e.tenant_id = t.id
      left join deployments d on d.tenant_id = t.id and d.id = ${deploymentId}::bigint
      where t.id = ${tenantOfHost(host)}`,
  );
  if (!row) return undefined;
  const { plainSecret, encryptedSecret, keyId, ...context } = row;
  const secret = { plainSecret, encryptedSecret, keyId };
  return { ...context, embedSecret: await showEmbedSecret(keyring, context.tenantId, secret) };
}

/** What holds now for a viewer in creator mode: their groups, and whether the account shows them the SQL of sources. */
export async function findCreatorContext(
  database: Pick<Database, 'db' | 'pool'>,
  { tenantId, embedTenantId, embedUserId, deploymentId }: EmbedPrincipal,
): Promise<Required<Pick<EmbedPrincipal, 'tenantGroupIds' | 'seesGeneratedSql'>>> {
  const [row] = await queryPrepared(
    database,
    sql<{ groups: number[]; shown: boolean }>`
      select app_config #>> '{creatorMode,showGeneratedSql}' is not distinct from 'true' as shown,
        array(
          select distinct m.group_id
          from embed_tenant_group_members m join embed_tenant_groups g on g.id = m.group_id
          where m.embed_user_id = ${embedUserId}::integer and g.embed_tenant_id = ${embedTenantId}::integer
            and (m.deployment_id is null or m.deployment_id = ${deploymentId}::integer)
          order by 1
        ) as groups
      from tenants where id = ${tenantId}::integer`,
  );
  return { tenantGroupIds: row?.groups ?? [], seesGeneratedSql: row?.shown ?? false };
}
