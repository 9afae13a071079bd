import { limits } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { LONGEST_FILL_SECONDS } from '../identity/sign-in/sign-in-limits.ts';

/** A table with rows that are of no use after some time. Names and condition are SQL of ours, never from outside. */
interface ExpiringTable {
  readonly table: string;
  readonly key: string;
  readonly isExpired: string;
}

/** From the noted login of a viewer until the last token of its session has expired. */
const EMBED_SESSION_SECONDS =
  limits.EMBED_LOGIN_RESOLUTION_SECONDS + limits.EMBED_SESSION_TTL_SECONDS + limits.EMBED_TOKEN_TTL_SECONDS;

/** Where rows go when they have expired. Expired API keys stay: their owners see in the list why a program stopped working. */
export const expiringTables: readonly ExpiringTable[] = [
  { table: 'embed_sessions', key: 'hash', isExpired: 'expires_at < now()' },
  { table: 'refused_embed_sessions', key: 'hash', isExpired: 'expires_at < now()' },
  { table: 'dashboard_app_addresses', key: 'hash', isExpired: 'expires_at < now()' },
  { table: 'embed_sign_in_codes', key: 'hash', isExpired: 'expires_at < now()' },
  { table: 'oauth_access_tokens', key: 'hash', isExpired: 'expires_at < now()' },
  { table: 'oauth_tickets', key: 'ctid', isExpired: 'expires_at < now()' },
  {
    table: 'oauth_grants',
    key: 'id',
    // What is left of a grant without refresh tokens is whether it is remembered.
    isExpired: `expires_at < now() or not is_remembered and created_at < now() - interval '1 hour'
      and not exists (select from oauth_tickets t where t.grant_id = oauth_grants.id)
      and not exists (select from oauth_access_tokens t where t.grant_id = oauth_grants.id)`,
  },
  { table: 'environment_tokens', key: 'id', isExpired: 'expires_at < now()' },
  { table: 'model_uploads', key: 'id', isExpired: 'expires_at < now()' },
  { table: 'revoked_embed_sessions', key: 'ctid', isExpired: 'expires_at < now()' },
  { table: 'idempotency_keys', key: 'ctid', isExpired: 'expires_at < now()' },
  { table: 'console_sessions', key: 'hash', isExpired: 'expires_at < now()' },
  { table: 'sign_in_challenges', key: 'hash', isExpired: 'expires_at < now()' },
  { table: 'password_resets', key: 'id', isExpired: 'expires_at < now()' },
  { table: 'sign_on_transactions', key: 'hash', isExpired: 'expires_at < now()' },
  { table: 'spent_provider_tokens', key: 'ctid', isExpired: 'expires_at < now()' },
  { table: 'user_invitations', key: 'user_id', isExpired: 'expires_at < now()' },
  {
    table: 'embed_users',
    key: 'id',
    isExpired: `is_ephemeral and coalesce(kept_until < now(), true) and coalesce(last_login, created_at) < now() - interval '${EMBED_SESSION_SECONDS} seconds'`,
  },
  { table: 'dashboard_exports', key: 'id', isExpired: 'expires_at < now()' },
  { table: 'transform_syncs', key: 'id', isExpired: "finished_at < now() - interval '90 days'" },
  { table: 'oauth_flows', key: 'state_hash', isExpired: 'expires_at < now()' },
  { table: 'workload_tokens', key: 'id', isExpired: "expires_at < now() - interval '1 day'" },
  { table: 'git_webhook_deliveries', key: 'id', isExpired: "received_at < now() - interval '7 days'" },
  { table: 'notification_runs', key: 'id', isExpired: "created_at < now() - interval '90 days'" },
  {
    table: 'trash',
    key: 'id',
    isExpired: `deleted_at < now() - interval '${limits.UNDO_TTL_SECONDS} seconds'`,
  },
  {
    table: 'bulk_moves',
    key: 'id',
    isExpired: `moved_at < now() - interval '${limits.UNDO_TTL_SECONDS} seconds'`,
  },
  // What stands longer than a bucket takes to fill says no more than a missing row.
  { table: 'rate_limit_buckets', key: 'key', isExpired: "updated_at < now() - interval '1 minute'" },
  {
    table: 'sign_in_buckets',
    key: 'key',
    isExpired: `updated_at < now() - interval '${LONGEST_FILL_SECONDS} seconds'`,
  },
  {
    table: 'audit_entries',
    key: 'ctid',
    // By each account's own time, found through the index.
    isExpired: `ctid = any(array(
      select old.ctid from tenants kept cross join lateral (
        select e.ctid from audit_entries e
        where e.tenant_id = kept.id and e.at < now() - make_interval(days => kept.audit_retention_days)
        order by e.at limit 1000
      ) old))`,
  },
  {
    table: 'known_devices',
    key: 'id',
    isExpired: `last_used_at < now() - interval '${limits.KNOWN_DEVICE_TTL_SECONDS} seconds'`,
  },
];

/** How rows are removed, and who hears of it. */
export interface RemoveExpiredOptions {
  /** Rows to one statement, so that locks are held for milliseconds; default 1,000. */
  readonly batchSize?: number;
  /** Ends the work after the statement that runs. */
  readonly signal: AbortSignal;
  onRemoved(table: string, rows: number): void;
}

/** Removes expired rows, table by table. A row that is locked is left for the next run. */
export async function removeExpired(
  db: Db,
  { batchSize = 1_000, signal, onRemoved }: RemoveExpiredOptions,
): Promise<void> {
  for (const each of expiringTables) {
    let removed = batchSize;
    while (removed === batchSize && !signal.aborted) {
      removed = await removeBatch(db, each, batchSize);
      onRemoved(each.table, removed);
    }
  }
}

async function removeBatch(db: Db, { table, key, isExpired }: ExpiringTable, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with expired as (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.raw(isExpired)} limit ${limit} for update skip locked
    )
    delete from ${sql.table(table)} t using expired where t.${sql.ref(key)} = expired.${sql.ref(key)}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
