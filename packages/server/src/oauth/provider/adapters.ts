import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { hashSecret } from '../../identity/credentials/secrets.ts';
import { createOAuthClientStore, type FoundClient } from '../clients/oauth-client-store.ts';
import { deploymentsOf, indicatorsOf } from '../resource-indicators.ts';
import { apiScopesOf, scopesOf } from '../scopes.ts';

/** What the library stores is stored for one issuer of an account. */
export interface AdapterOptions {
  readonly database: Pick<Database, 'db' | 'credentialChanges'>;
  readonly tenantId: number;
  readonly issuer: string;
  /** The refusal of a code or token that has been used, or has ended meanwhile. */
  refuseGrant(): Error;
}

/**
 * Where the library stores what it makes. It names everything by the token itself, so rows have the hash of that and
 * payloads have no `jti`; it is put back when a row is found.
 */
export function createAdapterFactory(options: AdapterOptions): AdapterFactory {
  return (name) => {
    switch (name) {
      case 'Client':
        return createClientAdapter(options);
      case 'Grant':
        return createGrantAdapter(options);
      case 'AccessToken':
      case 'ClientCredentials':
        return createAccessTokenAdapter(options);
      default:
        return createTicketAdapter(options, name);
    }
  };
}

/** What an adapter is not asked for. */
const unused: Adapter = {
  upsert: () => refuseStoring(),
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: () => refuseStoring(),
  destroy: () => refuseStoring(),
  revokeByGrantId: () => refuseStoring(),
};

async function refuseStoring(): Promise<never> {
  throw new Error('The library stores something that it should not');
}

function createClientAdapter({ database: { db }, tenantId }: AdapterOptions): Adapter {
  return {
    ...unused,
    async find(clientId) {
      const client = await createOAuthClientStore(db, tenantId).findByClientId(clientId);
      return client && toMetadata(client);
    },
  };
}

/** A client as the library knows it: the secret is compared by its hash. */
function toMetadata({ secretHash, scopes, ...client }: FoundClient): AdapterPayload {
  const hasCode = client.grantTypes.includes('authorization_code');
  return {
    client_id: client.clientId,
    client_name: client.name,
    ...(secretHash && { client_secret: secretHash.toString('base64url') }),
    application_type: client.applicationType,
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    grant_types: client.grantTypes,
    response_types: hasCode ? ['code'] : [],
    response_modes: ['query'],
    redirect_uris: client.redirectUris,
    scope: scopes.filter((scope) => !scope.startsWith('api:')).join(' ') || 'openid',
  };
}

function createGrantAdapter({ database, tenantId }: AdapterOptions): Adapter {
  const { db, credentialChanges } = database;
  return {
    ...unused,
    async find(key) {
      const row = await db
        .selectFrom('oauthGrants')
        .select('payload')
        .where('key', '=', key)
        .where('tenantId', '=', tenantId)
        .where('expiresAt', '>', sql<string>`now()`)
        .executeTakeFirst();
      return row && { ...row.payload, jti: key };
    },
    async destroy(key) {
      await db.deleteFrom('oauthGrants').where('key', '=', key).where('tenantId', '=', tenantId).execute();
      await credentialChanges.catchUpOwn();
    },
  };
}

/** The row of a grant, by what tokens name it by. */
const grantIdOf = (key: string | undefined, tenantId: number) =>
  sql<number>`(select id from oauth_grants where key = ${key ?? ''} and tenant_id = ${tenantId} and expires_at > now())`;

function createAccessTokenAdapter({ database, tenantId, issuer, refuseGrant }: AdapterOptions): Adapter {
  const { db, credentialChanges } = database;
  return {
    ...unused,
    async upsert(token, payload, expiresIn = 0) {
      const { grantId, clientId = '', scope, aud } = payload;
      const scopes = apiScopesOf(scopesOf(scope));
      const deploymentIds = scopes.length === 0 ? [] : deploymentsOf(issuer, indicatorsOf(aud));
      // Nothing is made of a grant that has ended, or of a client that is gone.
      const { rows } = await sql`
        insert into oauth_access_tokens
          (hash, tenant_id, client_id, user_id, grant_id, scopes, deployment_ids, payload, expires_at)
        select ${hashSecret(token)}, ${tenantId}, ${clientId}, made.user_id, made.grant_id, ${scopes}::text[],
          ${deploymentIds}::integer[], ${storedPayload(payload)}::jsonb, now() + make_interval(secs => ${expiresIn})
        from (
          select user_id, id as grant_id from oauth_grants
          where key = ${grantId ?? ''} and tenant_id = ${tenantId} and expires_at > now()
          union all
          select user_id, null from oauth_clients
          where ${grantId === undefined}::boolean and client_id = ${clientId} and tenant_id = ${tenantId}
        ) made returning id`.execute(db);
      if (rows.length === 0) throw refuseGrant();
    },
    async find(token) {
      const row = await db
        .selectFrom('oauthAccessTokens')
        .select('payload')
        .where('hash', '=', hashSecret(token))
        .where('tenantId', '=', tenantId)
        .where('expiresAt', '>', sql<string>`now()`)
        .executeTakeFirst();
      return row && { ...row.payload, jti: token };
    },
    async destroy(token) {
      await db
        .deleteFrom('oauthAccessTokens')
        .where('hash', '=', hashSecret(token))
        .where('tenantId', '=', tenantId)
        .execute();
      await credentialChanges.catchUpOwn();
    },
    async revokeByGrantId(key) {
      await db
        .deleteFrom('oauthAccessTokens')
        .where('grantId', '=', grantIdOf(key, tenantId))
        .where('tenantId', '=', tenantId)
        .execute();
      await credentialChanges.catchUpOwn();
    },
  };
}

function createTicketAdapter({ database, tenantId, refuseGrant }: AdapterOptions, kind: string): Adapter {
  const { db, credentialChanges } = database;
  const isOne = (id: string) =>
    sql<boolean>`hash = ${hashSecret(id)} and kind = ${kind} and tenant_id = ${tenantId}`;
  return {
    ...unused,
    async upsert(id, payload, expiresIn = 0) {
      const { grantId, clientId, userCode } = payload;
      const paramsOf = payload.params as { client_id?: string } | undefined;
      const { rows } = await sql`
        insert into oauth_tickets (kind, hash, tenant_id, client_id, grant_id, user_code_hash, payload, expires_at)
        select ${kind}, ${hashSecret(id)}, ${tenantId}, ${clientId ?? paramsOf?.client_id ?? null}::text, made.grant_id,
          ${userCode === undefined ? null : hashSecret(userCode)}::bytea, ${storedPayload(payload)}::jsonb,
          now() + make_interval(secs => ${expiresIn})
        from (select ${grantIdOf(grantId, tenantId)} as grant_id) made
        where made.grant_id is not null or ${grantId === undefined}::boolean
        on conflict (hash, kind) do update set payload = excluded.payload, grant_id = excluded.grant_id
        returning kind`.execute(db);
      if (rows.length === 0) throw refuseGrant();
    },
    async find(id) {
      const row = await db
        .selectFrom('oauthTickets')
        .select(['payload', 'consumedAt'])
        .where(isOne(id))
        .where('expiresAt', '>', sql<string>`now()`)
        .executeTakeFirst();
      return row && { ...row.payload, jti: id, ...(row.consumedAt !== null && { consumed: true }) };
    },
    /**
     * Two who come with the same code or refresh token at once are one who has stolen it, too: everything of the grant
     * ends.
     */
    async consume(id) {
      const consumed = await db
        .updateTable('oauthTickets')
        .set({ consumedAt: sql<string>`now()` })
        .where(isOne(id))
        .where('consumedAt', 'is', null)
        .returning('kind')
        .executeTakeFirst();
      if (consumed) return;
      await sql`delete from oauth_grants where id = (select grant_id from oauth_tickets where ${isOne(id)})`.execute(
        db,
      );
      await credentialChanges.catchUpOwn();
      throw refuseGrant();
    },
    async destroy(id) {
      await db.deleteFrom('oauthTickets').where(isOne(id)).execute();
    },
    async revokeByGrantId(key) {
      await db
        .deleteFrom('oauthTickets')
        .where('grantId', '=', grantIdOf(key, tenantId))
        .where('kind', '=', kind)
        .execute();
    },
  };
}

/** What names a token, and the session that a request began in: who goes on with it is looked at then. */
const notStored: ReadonlySet<string> = new Set(['jti', 'userCode', 'session', 'grant']);

/** A payload as JSON, without what is stored as a hash alone. */
function storedPayload(payload: AdapterPayload): string {
  return JSON.stringify(Object.fromEntries(Object.entries(payload).filter(([name]) => !notStored.has(name))));
}
