import { limits, type EmbedRefusedOrigin } from '@oriel/contract';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { tenantOfHost } from '../../identity/credentials/credential-store.ts';

/** The account of a surface that was refused, and what is known of its session. */
interface RefusedSurface {
  tenantId: number;
  /** Whether the session waits for its exchange; undefined without one. */
  isOpen: boolean;
  /** The language that the session has; null for none. */
  sessionLocale: string | null;
  /** That of the account's settings; null for none. */
  accountLocale: string | null;
}

/** An origin of an account. */
interface TenantOrigin {
  tenantId: number;
  origin: string;
}

/** How often an origin is noted without a session. */
const PAUSE = sql.lit('1 minute');
/** New origins of an account that are noted in an hour without a session. */
export const MAX_NEW_ORIGINS_PER_HOUR = 20;

/** Any number that no other lock of ours has. */
const REFUSED_ORIGINS_LOCK = 7_231_021;

/** The SQL of origins that were refused. */
export type RefusedOriginStore = ReturnType<typeof createRefusedOriginStore>;

/** Makes the store of the origins that were refused. */
export function createRefusedOriginStore(db: Db) {
  return {
    /** The last one first. */
    async list(tenantId: number): Promise<EmbedRefusedOrigin[]> {
      return db
        .selectFrom('refusedEmbedOrigins')
        .select(['origin', 'refusals', 'firstRefusedAt', 'lastRefusedAt'])
        .where('tenantId', '=', tenantId)
        .orderBy('lastRefusedAt', 'desc')
        .orderBy('origin')
        .limit(limits.MAX_REFUSED_ORIGINS)
        .execute();
    },
    remove: (tenantId: number, origin: string): Promise<void> => removeRefusedOrigins(db, tenantId, [origin]),
    /** `hash` is that of the session, undefined without one. */
    async findSurface(host: string, hash: Buffer | undefined): Promise<RefusedSurface | undefined> {
      const { rows } = await sql<RefusedSurface>`
        select t.id as tenant_id, s.hash is not null as is_open, s.claims -> 'settings' ->> 'locale' as session_locale,
          t.app_config -> 'embedding' ->> 'locale' as account_locale
        from tenants t left join embed_sessions s on s.tenant_id = t.id and s.hash = ${hash ?? null} and s.expires_at > now()
        where t.id = ${tenantOfHost(host)}`.execute(db);
      return rows[0];
    },
    /**
     * Notes that the page of a session was refused, unless it is noted of the session already or the session cannot be
     * exchanged any more.
     */
    async noteSigned(refused: TenantOrigin, hash: Buffer): Promise<void> {
      const { tenantId } = refused;
      await db.transaction().execute(async (tx) => {
        await lockRefusedOrigins(tx, tenantId);
        const { numAffectedRows = 0n } = await sql`
          insert into refused_embed_sessions (hash, expires_at)
          select hash, expires_at from embed_sessions where hash = ${hash} and tenant_id = ${tenantId} and expires_at > now()
          on conflict do nothing`.execute(tx);
        if (numAffectedRows > 0n) await note(tx, refused);
      });
    },
    /**
     * Notes that a page was refused which has no session, unless too much is noted of such pages: anybody can make them
     * up.
     */
    async noteUnsigned(refused: TenantOrigin): Promise<void> {
      // Most of a flood ends here, and waits for nobody.
      if (!(await mayNote(db, refused))) return;
      await db.transaction().execute(async (tx) => {
        await lockRefusedOrigins(tx, refused.tenantId);
        if (await mayNote(tx, refused)) await note(tx, refused);
      });
    },
  };
}

/** Forgets origins of an account. */
export async function removeRefusedOrigins(
  db: Db,
  tenantId: number,
  origins: readonly string[],
): Promise<void> {
  await sql`delete from refused_embed_origins where tenant_id = ${tenantId} and origin = any(${[...origins]}::text[])`.execute(
    db,
  );
}

/** Has one transaction at a time change which origins an account allows and has refused, until it ends. */
export async function lockRefusedOrigins(tx: Transaction<Tables>, tenantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REFUSED_ORIGINS_LOCK}, ${tenantId})`.execute(tx);
}

async function mayNote(db: Db, { tenantId, origin }: TenantOrigin): Promise<boolean> {
  const { rows } = await sql<{ mayNote: boolean }>`
    select coalesce(
      (select last_refused_at < now() - interval ${PAUSE} from refused_embed_origins
        where tenant_id = ${tenantId} and origin = ${origin}),
      (select count(*) < ${MAX_NEW_ORIGINS_PER_HOUR} from refused_embed_origins
        where tenant_id = ${tenantId} and first_refused_at > now() - interval '1 hour')
    ) as may_note`.execute(db);
  return rows[0]?.mayNote ?? false;
}

/**
 * Counts it, and forgets those of the account that are too many. An origin that is allowed meanwhile is none of them.
 */
async function note(tx: Transaction<Tables>, { tenantId, origin }: TenantOrigin): Promise<void> {
  await sql`
    insert into refused_embed_origins as known (tenant_id, origin, refusals)
    select id, ${origin}, 1 from tenants where id = ${tenantId} and not ${origin} = any(embed_allowed_origins)
    on conflict (tenant_id, origin) do update set
      refusals = least(known.refusals, 2147483646) + 1, last_refused_at = now()`.execute(tx);
  await sql`
    delete from refused_embed_origins where tenant_id = ${tenantId} and origin in (
      select origin from refused_embed_origins where tenant_id = ${tenantId}
      order by last_refused_at desc, origin offset ${limits.MAX_REFUSED_ORIGINS})`.execute(tx);
}
