import { sql, type RawBuilder } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import { noteIfPossible } from '../../db/connection/database-refusals.ts';
import { queryPrepared } from '../../db/statements/prepared.ts';
import type { Addressed } from '../../http/caller/authentication.ts';
import type { Narrowing, PolicyContext } from '../../access/principal.ts';
import type { Rights } from '../../access/roles/roles.ts';
import {
  createRoleRights,
  heldRoles,
  type HeldRoles,
  type RoleRights,
} from '../../access/roles/held-roles.ts';

/** The user behind a credential and the deployment of the request, found in one round trip. */
export interface CredentialRow {
  tenantId: number;
  userId: number;
  email: string;
  /** What the roles of the user come to. */
  rights: Rights;
  accessVersion: number;
  groupIds: number[];
  deploymentIds: number[] | null;
  /** Null for what may call all operations. */
  narrowing: Narrowing | null;
  /** Null for what is no API key. */
  apiKeyId: number | null;
  /** Null for what is no OAuth access token. */
  accessTokenId: number | null;
  /** The OAuth client that the access token was given to. */
  clientId: string | null;
  /** Null for a key. */
  consoleSessionId: number | null;
  /** Whether the session is good for nothing but setting up a second factor. */
  isEnrolling: boolean;
  /** ISO 8601; null never. */
  expiresAt: string | null;
  isExpired: boolean;
  /** Milliseconds until it is, by the clock of the database; null: never. */
  expiresInMs: number | null;
  /** Whether the time of its last use was recorded more than a minute ago. */
  isStale: boolean;
  deploymentName: string | null;
  deployBranch: string | null;
  /** Only where it is asked for. */
  policyContext?: PolicyContext;
}

/** A row as its statement gives it. */
type FoundRow = Omit<CredentialRow, 'rights'> & { roles: HeldRoles };

/** A user of an account, as long as they are active and have the key or the session. */
export interface HolderRef {
  readonly tenantId: number;
  readonly userId: number;
  /** Absent for the user as such. */
  readonly apiKeyId?: number | undefined;
  /** An OAuth access token of theirs. */
  readonly accessTokenId?: number | undefined;
  /** A console session of theirs. */
  readonly consoleSessionId?: number | undefined;
  /** Whether their groups and attributes are asked for as well; default false. */
  readonly needsPolicyContext?: boolean;
}

/** An embed session, as the claims of what was made with it name it. */
interface SessionRef {
  readonly tenantId: number;
  /** SHA-256 of its id in base64url. */
  readonly session: string;
  readonly deploymentId: number;
}

/** What row-level policies look at in a user, as one JSON value. */
export const policyContextOf = (user: {
  id: Fragment;
  tenantId: Fragment;
}) => sql<PolicyContext>`jsonb_build_object(
  'groups', coalesce((
    select jsonb_agg(g.name order by g.name) from group_members m join groups g on g.id = m.group_id
    where g.tenant_id = ${user.tenantId} and m.user_id = ${user.id}
  ), '[]'),
  'userAttributes', coalesce((
    select jsonb_object_agg(a.name, coalesce(v.value, a.default_json))
    from user_attributes a left join user_attribute_values v on v.attribute_id = a.id and v.user_id = ${user.id}
    where a.tenant_id = ${user.tenantId} and a.embed_tenant_id is null and coalesce(v.value, a.default_json) is not null
  ), '{}')
)`;

/** The tenant that a host name belongs to: the one it is listed for, else the oldest. */
export const tenantOfHost = (host: string) => sql<number>`coalesce(
  (select tenant_id from tenant_hosts where host = ${host}),
  (select min(id) from tenants)
)`;

/** The SQL that finds out who calls. */
export type CredentialStore = ReturnType<typeof createCredentialStore>;

/** What credentials are looked up with. */
interface CredentialSources {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly roleRights: Pick<RoleRights, 'of'>;
}

/** Makes the store of credentials. */
export function createCredentialStore(
  database: Pick<Database, 'db' | 'pool'>,
  roleRights: Pick<RoleRights, 'of'> = createRoleRights(database.db),
) {
  return bindFirst(
    { database, roleRights },
    {
      findByApiKey,
      findByAccessToken,
      findByConsoleSession,
      findHolder,
      hasRevokedSessions,
      isSessionRevoked,
      getTenantOfHost,
    },
  );
}

async function find(
  { database, roleRights }: CredentialSources,
  statement: RawBuilder<FoundRow>,
): Promise<CredentialRow | undefined> {
  const [row] = await queryPrepared(database, statement);
  if (!row) return undefined;
  const { roles, ...found } = row;
  return { ...found, rights: await roleRights.of(roles) };
}

/** What says when a credential was used last, by the condition of its row. */
interface UseRecord {
  readonly table: 'apiKeys' | 'oauthGrants' | 'consoleSessions';
  readonly condition: RawBuilder<boolean>;
}

/** Finds who calls with a credential, and records its use to the minute, so that reading with it seldom writes. */
async function findUsed(
  sources: CredentialSources,
  statement: RawBuilder<FoundRow>,
  { table, condition }: UseRecord,
): Promise<CredentialRow | undefined> {
  const row = await find(sources, statement);
  if (row?.isStale)
    await noteIfPossible(() =>
      sources.database.db
        .updateTable(table)
        .set({ lastUsedAt: sql`now()` })
        .where(condition)
        .execute(),
    );
  return row;
}

/** The user of a key, if the key belongs to the tenant of the host and its user is active. */
function findByApiKey(
  sources: CredentialSources,
  hash: Buffer,
  addressed: Addressed,
): Promise<CredentialRow | undefined> {
  const statement = selectUser({
    from: sql`api_keys c`,
    apiKeyId: sql`c.id`,
    ...ofKey,
    isStale: sql`coalesce(c.last_used_at < now() - interval '1 minute', true)`,
    where: sql`c.hash = ${hash} and u.tenant_id = ${tenantOfHost(addressed.host)}`,
    ...addressed,
  });
  return findUsed(sources, statement, { table: 'apiKeys', condition: sql`hash = ${hash}` });
}

/** The same for an OAuth access token. */
function findByAccessToken(
  sources: CredentialSources,
  hash: Buffer,
  addressed: Addressed,
): Promise<CredentialRow | undefined> {
  const statement = selectUser({
    ...ofAccessToken,
    isStale: sql`coalesce((
          select coalesce(g.last_used_at < now() - interval '1 minute', true) from oauth_grants g where g.id = c.grant_id
        ), false)`,
    where: sql`c.hash = ${hash} and u.tenant_id = ${tenantOfHost(addressed.host)} and ${hasClient}`,
    ...addressed,
  });
  return findUsed(sources, statement, {
    table: 'oauthGrants',
    condition: sql`id = (select grant_id from oauth_access_tokens where hash = ${hash})`,
  });
}

/** The same for the console session of a cookie. */
function findByConsoleSession(
  sources: CredentialSources,
  hash: Buffer,
  addressed: Addressed,
): Promise<CredentialRow | undefined> {
  const statement = selectUser({
    from: sql`console_sessions c`,
    apiKeyId: sql`null::integer`,
    consoleSessionId: sql`c.id`,
    isEnrolling: sql`c.is_enrolling`,
    ...ofSession,
    isStale: sql`c.last_used_at < now() - interval '1 minute'`,
    where: sql`c.hash = ${hash} and u.tenant_id = ${tenantOfHost(addressed.host)}`,
    ...addressed,
  });
  return findUsed(sources, statement, { table: 'consoleSessions', condition: sql`hash = ${hash}` });
}

/** The user of an id, and of a key of theirs: for credentials that were made from theirs. */
async function findHolder(
  { database, roleRights }: CredentialSources,
  { tenantId, userId, apiKeyId, accessTokenId, consoleSessionId, needsPolicyContext }: HolderRef,
): Promise<CredentialRow | undefined> {
  const isOfUser = sql`u.id = ${userId}::integer and u.tenant_id = ${tenantId}::integer`;
  const parts = holderParts({ userId, apiKeyId, accessTokenId, consoleSessionId }, isOfUser);
  const statement = selectUser({ ...parts, isStale: sql`false`, needsPolicyContext });
  return find({ database, roleRights }, statement);
}

/** Whether an account has ended any embed session of which tokens may last; most never have. */
async function hasRevokedSessions(
  { database }: Pick<CredentialSources, 'database'>,
  tenantId: number,
): Promise<boolean> {
  const [row] = await queryPrepared(
    database,
    sql<{ hasAny: boolean }>`select exists (
          select from revoked_embed_sessions where tenant_id = ${tenantId}::integer) as has_any`,
  );
  return row?.hasAny === true;
}

/** Whether an embed session has ended. */
async function isSessionRevoked(
  { database }: Pick<CredentialSources, 'database'>,
  { tenantId, session, deploymentId }: SessionRef,
): Promise<boolean> {
  const [row] = await queryPrepared(
    database,
    sql<{ isRevoked: boolean }>`select exists (
          select from revoked_embed_sessions
          where tenant_id = ${tenantId}::integer and hash = ${Buffer.from(session, 'base64url')}
            and (deployment_ids is null or ${deploymentId}::integer = any(deployment_ids))) as is_revoked`,
  );
  return row?.isRevoked === true;
}

async function getTenantOfHost(
  { database }: Pick<CredentialSources, 'database'>,
  host: string,
): Promise<number> {
  const [row] = await queryPrepared(database, sql<{ id: number | null }>`select ${tenantOfHost(host)} as id`);
  if (row?.id === undefined || row.id === null) throw new Error('The database has no tenant');
  return row.id;
}

type Fragment = ReturnType<typeof sql>;

/** What a key is narrowed to, and what a session is not. */
const ofKey = {
  deploymentIds: sql`c.deployment_ids`,
  narrowing: sql`case when c.is_read_only or c.tags is not null
    then jsonb_build_object('isReadOnly', c.is_read_only, 'tags', c.tags) end`,
};
/** What an access token is narrowed to: without a scope of the API it calls nothing. */
const ofAccessToken = {
  from: sql`oauth_access_tokens c`,
  apiKeyId: sql`null::integer`,
  accessTokenId: sql`c.id`,
  clientId: sql`c.client_id`,
  deploymentIds: sql`c.deployment_ids`,
  narrowing: sql`jsonb_build_object('isReadOnly', not 'api:write' = any(c.scopes), 'isDelegated', true,
    'tags', case when c.scopes = '{}' then '[]'::jsonb end)`,
};
/** A token that was made while its client was being deleted. The command line has no row. */
const hasClient = sql`(c.client_id = 'oriel-cli' or exists (
  select from oauth_clients k where k.tenant_id = c.tenant_id and k.client_id = c.client_id))`;
const ofSession = { deploymentIds: sql`null::integer[]`, narrowing: sql`null::jsonb` };

/** The key, the session, or neither, that a user is looked up with. */
function holderParts(
  { userId, apiKeyId, accessTokenId, consoleSessionId }: Omit<HolderRef, 'tenantId'>,
  isOfUser: Fragment,
): Omit<UserParts, 'isStale'> {
  if (apiKeyId !== undefined)
    return {
      from: sql`api_keys c`,
      apiKeyId: sql`c.id`,
      ...ofKey,
      where: sql`c.id = ${apiKeyId}::integer and ${isOfUser}`,
    };
  if (accessTokenId !== undefined)
    return {
      ...ofAccessToken,
      where: sql`c.id = ${accessTokenId}::integer and ${isOfUser} and ${hasClient}`,
    };
  const none = { apiKeyId: sql`null::integer`, ...ofSession };
  if (consoleSessionId !== undefined)
    return {
      ...none,
      from: sql`console_sessions c`,
      consoleSessionId: sql`c.id`,
      where: sql`c.id = ${consoleSessionId}::integer and ${isOfUser}`,
    };
  const from = sql`(select ${userId}::integer as user_id, null::timestamptz as expires_at) c`;
  return { ...none, from, where: isOfUser };
}

const withPolicyContext = sql`, ${policyContextOf({ id: sql`u.id`, tenantId: sql`u.tenant_id` })} as policy_context`;

interface UserParts {
  from: Fragment;
  apiKeyId: Fragment;
  /** Absent: none. */
  accessTokenId?: Fragment;
  clientId?: Fragment;
  consoleSessionId?: Fragment;
  /** Absent: it is not. */
  isEnrolling?: Fragment;
  deploymentIds: Fragment;
  narrowing: Fragment;
  isStale: Fragment;
  where: Fragment;
  deploymentId?: number | undefined;
  needsPolicyContext?: boolean | undefined;
}

function selectUser(parts: UserParts) {
  return sql<FoundRow>`
    select u.tenant_id, u.id as user_id, u.email, ${heldRoles} as roles, u.access_version, ${parts.deploymentIds} as deployment_ids, ${parts.narrowing} as narrowing,
      ${parts.apiKeyId} as api_key_id, ${parts.accessTokenId ?? sql`null::integer`} as access_token_id, ${parts.clientId ?? sql`null::text`} as client_id,
      ${parts.consoleSessionId ?? sql`null::integer`} as console_session_id,
      ${parts.isEnrolling ?? sql`false`} as is_enrolling, c.expires_at,
      coalesce(c.expires_at < now(), false) as is_expired,
      (extract(epoch from c.expires_at - now()) * 1000)::double precision as expires_in_ms,
      ${parts.isStale} as is_stale,
      array(select group_id from group_members where user_id = u.id) as group_ids,
      d.name as deployment_name, d.deploy_branch
      ${parts.needsPolicyContext ? withPolicyContext : sql``}
    from ${parts.from}
    join users u on u.id = c.user_id
    left join deployments d on d.tenant_id = u.tenant_id and d.id = ${parts.deploymentId ?? null}::bigint
    where ${parts.where} and not u.is_deactivated`;
}
