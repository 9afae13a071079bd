import { limits } from '@oriel/contract';
import { sql } from 'kysely';
import { createBatches } from '../../db/statements/batches.ts';
import type { Database, Db } from '../../db/database.ts';
import { defineForConnection } from '../../db/statements/define-statement.ts';
import type { PreparedStatement } from '../../db/statements/prepared.ts';
import type { TokenSecretColumns } from '../../secrets/token-secrets.ts';
import { currentContext } from '../../db/request-context.ts';
import { sendAsTransaction } from '../../db/statements/send-together.ts';
import type { NewViewer } from '../embed-users/new-viewer.ts';
import { insertNewViewer, type NewViewerValues } from '../embed-users/new-viewer-statement.ts';
import type { EmbedClaims } from './embed-claims.ts';
import { endOf, expiryOf, type NewEmbedSession } from './embed-session-store.ts';

/**
 * A session that was exchanged: what its token says, and the secret that signs the tokens of its account, as it is
 * stored.
 */
interface RedeemedSession {
  claims: EmbedClaims;
  secret: TokenSecretColumns;
}

/** A session id, as its account knows it. */
interface SessionHash {
  tenantId: number;
  /** SHA-256 of the id. */
  hash: Buffer;
}

/** Stores and exchanges sessions, those of concurrent requests in one statement and with one flush to the disk. */
export interface SessionBatches {
  /**
   * Stores the session of a viewer who is there, and the time of its login, which is not written again within
   * `EMBED_LOGIN_RESOLUTION_SECONDS`.
   *
   * @returns false where the viewer has gone meanwhile
   */
  insertForViewer(session: NewEmbedSession): Promise<boolean>;
  /**
   * Makes the viewer of a session, with which its claims are completed, and stores the session, as the caller of the
   * request.
   *
   * @returns false where the viewer is there by now, or its embed tenant is gone
   */
  insertWithViewer(session: NewEmbedSession, viewer: NewViewer): Promise<boolean>;
  /**
   * Removes a session that has not expired and answers with its claims, for the first of several callers only;
   * undefined where there is none.
   */
  redeem(session: SessionHash): Promise<RedeemedSession | undefined>;
}

/** What one request writes. */
type Write =
  | { readonly session: NewEmbedSession }
  | { readonly redeemed: SessionHash }
  | { readonly session: NewEmbedSession; readonly newcomer: Newcomer };

/** The statement of a new viewer, and who it is. */
interface Newcomer {
  readonly key: string;
  readonly statement: PreparedStatement;
}

/** A row that was stored has no claims, one that was redeemed has. */
interface WrittenRow extends TokenSecretColumns {
  tenantId: number;
  hash: string;
  claims: EmbedClaims | null;
}

/** Makes the batches of one server. */
export function createSessionBatches(database: Pick<Database, 'db' | 'pool' | 'pipelined'>): SessionBatches {
  const write = createBatches(async (writes: readonly Write[]) => {
    const rows = await writeAll(database, writes);
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
    async insertWithViewer(session, viewer) {
      const key = `${viewer.embedTenantId} ${viewer.externalId}`;
      const newcomer = { key, statement: toPrepared(database.db, session, viewer) };
      return (await write({ session, newcomer })) !== undefined;
    },
    async redeem(session) {
      const row = await write({ redeemed: session });
      return row?.claims ? { claims: row.claims, secret: row } : undefined;
    },
  };
}

/**
 * One statement; with new viewers, of which each is told with its own caller, a transaction that is sent at once.
 * Batches that name the same viewers or sessions do so in the same order, so that they wait for each other and not in a
 * circle.
 */
async function writeAll(
  database: Pick<Database, 'db' | 'pool' | 'pipelined'>,
  writes: readonly Write[],
): Promise<WrittenRow[]> {
  const newcomers = writes
    .flatMap((each) => ('newcomer' in each ? [each.newcomer] : []))
    .toSorted((one, other) => compareTexts(one.key, other.key))
    .map(({ statement }) => statement);
  const sessions = writes.flatMap((each) =>
    'session' in each && !('newcomer' in each) ? [toRow(each.session)] : [],
  );
  const redeemed = writes
    .flatMap((each) => ('redeemed' in each ? [toReference(each.redeemed)] : []))
    .toSorted((one, other) => compareTexts(one.hash, other.hash));
  const others = writeSessions(database.db, {
    sessions: JSON.stringify(sessions),
    redeemed: JSON.stringify(redeemed),
  });
  if (newcomers.length === 0) return (await database.pool.query<WrittenRow>(others)).rows;
  const results = await sendAsTransaction(database.pipelined, [
    ...(sessions.length + redeemed.length > 0 ? [others] : []),
    ...newcomers,
  ]);
  // The rows that each of these statements returns.
  return results.flatMap(({ rows }) => rows as WrittenRow[]);
}

function toPrepared(
  db: Db,
  { tenantId, deploymentId, hash, claims, ttlSeconds }: NewEmbedSession,
  { values, ...viewer }: NewViewer,
): PreparedStatement {
  return writeWithViewer(db, {
    ...viewer,
    tenantId,
    deploymentId,
    caller: currentContext()?.caller ?? '',
    values: JSON.stringify(values),
    hash,
    claims: JSON.stringify(claims),
    ttlSeconds,
    endsAt: endOf(claims),
  });
}

function toReference({ tenantId, hash }: SessionHash): { tenantId: number; hash: string } {
  return { tenantId, hash: hash.toString('hex') };
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function keyOf({ tenantId, hash }: Pick<WrittenRow, 'tenantId' | 'hash'>): string {
  return `${tenantId} ${hash}`;
}

function toRow({ deploymentId, claims, ttlSeconds, ...session }: NewEmbedSession) {
  const { embedUserId } = claims;
  return { ...toReference(session), deploymentId, claims, ttlSeconds, embedUserId, endsAt: endOf(claims) };
}

/**
 * Rows are looked up one by one, by their keys: a plan that was made while a table was small would read all of it.
 * Viewers with a login that is being noted elsewhere are passed over. The planner does not see the values: it would
 * plan each batch anew.
 */
const writeSessions = defineForConnection<{ sessions: string; redeemed: string }>(
  (value) => sql`
    with present as materialized (
      select made.*, u.last_login from json_to_recordset((select ${value('sessions')}::json)) as made(
        "tenantId" integer, "deploymentId" integer, hash text, claims jsonb, "ttlSeconds" double precision, "endsAt" timestamptz,
        "embedUserId" integer)
      cross join lateral (
        select last_login from embed_users where id = made."embedUserId" and tenant_id = made."tenantId" limit 1) u
    ), late as materialized (
      select id from embed_users where id = any(array(
        select "embedUserId" from present
        where last_login is null or last_login < now() - make_interval(secs => ${sql.lit(limits.EMBED_LOGIN_RESOLUTION_SECONDS)})))
      for no key update skip locked
    ), noted as (
      update embed_users u set last_login = now() from late where u.id = late.id
    ), stored as (
      insert into embed_sessions (tenant_id, deployment_id, hash, claims, expires_at)
      select "tenantId", "deploymentId", decode(hash, 'hex'), claims, ${expiryOf(sql`"ttlSeconds"`, sql`"endsAt"`)} from present
      returning tenant_id, hash
    ), asked as materialized (
      select s.place, t.embed_secret as plain_secret, e.encrypted_secret, e.key_id from json_to_recordset((select ${value('redeemed')}::json)) as wanted("tenantId" integer, hash text)
      cross join lateral (
        select ctid as place, tenant_id, deployment_id from embed_sessions
        where hash = decode(wanted.hash, 'hex') and tenant_id = wanted."tenantId" and expires_at > now() limit 1) s
      join tenants t on t.id = s.tenant_id left join embed_secrets e on e.tenant_id = t.id
      join deployments d on d.id = s.deployment_id and d.tenant_id = t.id
    ), removed as (
      delete from embed_sessions s using asked where s.ctid = asked.place
      returning s.tenant_id, s.hash, s.claims, asked.plain_secret, asked.encrypted_secret, asked.key_id
    )
    select tenant_id, encode(hash, 'hex') as hash, claims, plain_secret, encrypted_secret, key_id from removed
    union all select tenant_id, encode(hash, 'hex'), null, null, null, null from stored`,
);

interface SessionWithViewer extends NewViewerValues {
  hash: Buffer;
  /** JSON, with any id of the viewer. */
  claims: string;
  ttlSeconds: number;
  endsAt: string | null;
}

/** As every claim that names the viewer has it (`session-viewer.ts`). */
const writeWithViewer = defineForConnection<SessionWithViewer>(
  (value) => sql`
    with ${insertNewViewer(value)}
    insert into embed_sessions (tenant_id, deployment_id, hash, claims, expires_at)
    select ${value('tenantId')}, ${value('deploymentId')}, ${value('hash')},
      ${value('claims')}::jsonb || jsonb_build_object('embedUserId', viewer.id, 'holder', 'embed-user ' || viewer.id),
      ${expiryOf(value('ttlSeconds'), value('endsAt'))}
    from viewer returning tenant_id, encode(hash, 'hex') as hash, null as claims, null as plain_secret, null as encrypted_secret, null as key_id`,
);
