import { sql } from 'kysely';
import { createBatches } from '../../db/batches.ts';
import type { Database } from '../../db/database.ts';
import { definePrepared } from '../../db/define-statement.ts';
import type { EmbedClaims } from './embed-claims.ts';
import { endOf, expiryOf, LOGIN_SECONDS, type NewEmbedSession } from './embed-session-store.ts';

/** A session that was exchanged: what its token says, and the secret that signs the tokens of its account. */
export interface RedeemedSession {
  claims: EmbedClaims;
  embedSecret: string;
}

/** A session id, as its account knows it. */
export interface SessionHash {
  tenantId: number;
  /** SHA-256 of the id. */
  hash: Buffer;
}

/** Stores and exchanges sessions, those of concurrent requests in one statement and with one flush to the disk. */
export interface SessionBatches {
  /**
   * Stores the session of a viewer who is there, and the time of its login, which is not written again within
   * {@link LOGIN_SECONDS}.
   *
   * @returns false where the viewer has gone meanwhile
   */
  insertForViewer(session: NewEmbedSession): Promise<boolean>;
  /**
   * Removes a session that has not expired and answers with its claims, for the first of several callers only; undefined where there
   * is none.
   */
  redeem(session: SessionHash): Promise<RedeemedSession | undefined>;
}

/** What one request writes. */
type Write = { readonly session: NewEmbedSession } | { readonly redeemed: SessionHash };

/** A row that was stored has no claims, one that was redeemed has. */
interface WrittenRow {
  tenantId: number;
  hash: string;
  claims: EmbedClaims | null;
  embedSecret: string | null;
}

/** Makes the batches of one server. */
export function createSessionBatches(database: Pick<Database, 'db' | 'pool'>): SessionBatches {
  const write = createBatches(async (writes: readonly Write[]) => {
    const rows = await writeSessions(database, {
      sessions: JSON.stringify(writes.flatMap((each) => ('session' in each ? [toRow(each.session)] : []))),
      redeemed: JSON.stringify(
        writes.flatMap((each) => ('redeemed' in each ? [toReference(each.redeemed)] : [])),
      ),
    });
    const found = new Map(rows.map((row) => [keyOf(row), row]));
    return writes.map((each) => {
      const key = keyOf(toReference('session' in each ? each.session : each.redeemed));
      const row = found.get(key);
      // Of two exchanges of one session the second finds nothing.
      found.delete(key);
      return row;
    });
  });
  return {
    insertForViewer: async (session) => (await write({ session })) !== undefined,
    async redeem(session) {
      const { claims, embedSecret } = (await write({ redeemed: session })) ?? {};
      return claims && embedSecret != null ? { claims, embedSecret } : undefined;
    },
  };
}

function toReference({ tenantId, hash }: SessionHash): { tenantId: number; hash: string } {
  return { tenantId, hash: hash.toString('hex') };
}

function keyOf({ tenantId, hash }: Pick<WrittenRow, 'tenantId' | 'hash'>): string {
  return `${tenantId} ${hash}`;
}

function toRow({ deploymentId, claims, ttlSeconds, ...session }: NewEmbedSession) {
  const { embedUserId } = claims;
  return { ...toReference(session), deploymentId, claims, ttlSeconds, embedUserId, endsAt: endOf(claims) };
}

/**
 * Rows are looked up one by one, by their keys: a plan that was made while a table was small would read all of it. Viewers with a
 * login that is being noted elsewhere are passed over.
 */
const writeSessions = definePrepared<{ sessions: string; redeemed: string }, WrittenRow>(
  (value) => sql`
    with present as materialized (
      select made.*, u.last_login from json_to_recordset(${value('sessions')}::json) as made(
        "tenantId" integer, "deploymentId" integer, hash text, claims jsonb, "ttlSeconds" double precision, "endsAt" timestamptz,
        "embedUserId" integer)
      cross join lateral (
        select last_login from embed_users where id = made."embedUserId" and tenant_id = made."tenantId" limit 1) u
    ), late as materialized (
      select id from embed_users where id = any(array(
        select "embedUserId" from present
        where last_login is null or last_login < now() - make_interval(secs => ${sql.lit(LOGIN_SECONDS)})))
      for no key update skip locked
    ), noted as (
      update embed_users u set last_login = now() from late where u.id = late.id
    ), stored as (
      insert into embed_sessions (tenant_id, deployment_id, hash, claims, expires_at)
      select "tenantId", "deploymentId", decode(hash, 'hex'), claims, ${expiryOf(sql`"ttlSeconds"`, sql`"endsAt"`)} from present
      returning tenant_id, hash
    ), asked as materialized (
      select s.place, t.embed_secret from json_to_recordset(${value('redeemed')}::json) as wanted("tenantId" integer, hash text)
      cross join lateral (
        select ctid as place, tenant_id, deployment_id from embed_sessions
        where hash = decode(wanted.hash, 'hex') and tenant_id = wanted."tenantId" and expires_at > now() limit 1) s
      join tenants t on t.id = s.tenant_id
      join deployments d on d.id = s.deployment_id and d.tenant_id = t.id
    ), removed as (
      delete from embed_sessions s using asked where s.ctid = asked.place
      returning s.tenant_id, s.hash, s.claims, asked.embed_secret
    )
    select tenant_id, encode(hash, 'hex') as hash, claims, embed_secret from removed
    union all select tenant_id, encode(hash, 'hex'), null, null from stored`,
);
