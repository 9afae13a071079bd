import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';

/** A mail that a server has claimed to send. */
export interface ClaimedMention {
  commentId: number;
  embedUserId: number;
  baseUrl: string;
  /** Tries, this one included. */
  attempts: number;
}

/** What a mail about a mention says, and to whom. */
export interface MentionContext {
  tenantId: number;
  deploymentId: number;
  dashboardId: number;
  publicId: string;
  dashboardTitle: string | null;
  email: string;
  externalId: string;
  embedTenantName: string;
  author: string;
  body: string;
  /** Those whom the body mentions, with the names that they have in the deployment. */
  mentions: readonly { username: string; name: string | null }[];
  /** Where the host of the account shows dashboards; null for an account that does not say. */
  hostDashboardUrl: string | null;
  /** The language that the viewer was last shown a dashboard in; null where that is not known. */
  viewerLocale: string | null;
  /** The language of embeds in the account; null for an account that does not say. */
  accountLocale: string | null;
}

/** What became of a mail. */
export type MentionOutcome = 'sent' | 'skipped' | 'failed';

/** So long a mail has until another server may send it. */
const CLAIM_SECONDS = 600;

/** Whether the account `t` sends mail about mentions, which it has to ask for. */
const wantsMail = sql<boolean>`coalesce((t.app_config -> 'embedding' ->> 'mailMentions')::boolean, false)`;

/** Makes the store of mail about mentions. */
export function createMentionMailStore(db: Db) {
  return bindFirst(db, { isWanted, note, claim, find, end, retry, skipAll });
}

async function isWanted(db: Db, tenantId: number): Promise<boolean> {
  const { rows } = await sql`select from tenants t where t.id = ${tenantId} and ${wantsMail}`.execute(db);
  return rows.length > 0;
}

/**
 * Notes whom a comment is to be mailed to, within the transaction that writes it: the viewers of its embed tenant
 * that it mentions, other than its author, with an address, where the account wants it. One who was noted for the
 * comment before is not noted again.
 */
async function note(db: Db, commentId: number, baseUrl: string): Promise<void> {
  await sql`
    insert into dashboard_comment_mails (comment_id, embed_user_id, base_url)
    select c.id, u.id, ${baseUrl} from dashboard_comments c
    join embed_users u on u.id = any(c.mentions) and u.embed_tenant_id = c.embed_tenant_id
    join tenants t on t.id = u.tenant_id
    where c.id = ${commentId} and u.id is distinct from c.embed_user_id and u.email is not null and not u.is_ephemeral and ${wantsMail}
    on conflict do nothing`.execute(db);
}

/** Those that are due, the oldest first; nobody else sends them meanwhile. */
async function claim(db: Db, limit: number): Promise<ClaimedMention[]> {
  const { rows } = await sql<ClaimedMention>`
    with due as (
      select comment_id, embed_user_id from dashboard_comment_mails
      where status = 'pending' and next_try_at <= now() order by next_try_at limit ${limit} for update skip locked
    )
    update dashboard_comment_mails m
    set attempts = m.attempts + 1, next_try_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    from due where m.comment_id = due.comment_id and m.embed_user_id = due.embed_user_id
    returning m.comment_id, m.embed_user_id, m.base_url, m.attempts`.execute(db);
  return rows;
}

/**
 * What is to be sent as things are now; undefined where nothing is: the comment is deleted or mentions the viewer
 * no more, the account does not want it, the dashboard is not published, or the viewer has no address or has
 * stopped it.
 */
async function find(db: Db, { commentId, embedUserId }: ClaimedMention): Promise<MentionContext | undefined> {
  const { rows } = await sql<MentionContext>`
    select d.tenant_id, d.id as deployment_id, b.id as dashboard_id, b.public_id, u.email, u.external_id,
      (select coalesce(v.title, v.config ->> 'title') from dashboard_versions v
        where v.dashboard_id = b.id order by v.version_number desc limit 1) as dashboard_title,
      e.name as embed_tenant_name, c.body, coalesce((select v.display_name from embed_user_deployments v
        where v.embed_user_id = a.id and v.deployment_id = d.id), a.display_name, a.email, a.external_id) as author,
      (select coalesce(json_agg(json_build_object('username', coalesce(m.email, m.external_id), 'name', coalesce(
        (select v.display_name from embed_user_deployments v where v.embed_user_id = m.id and v.deployment_id = d.id), m.display_name
      ))), '[]') from embed_users m where m.id = any(c.mentions) and m.embed_tenant_id = c.embed_tenant_id) as mentions,
      t.app_config -> 'embedding' ->> 'hostDashboardUrl' as host_dashboard_url,
      t.app_config -> 'embedding' ->> 'locale' as account_locale,
      (select v.locale from embed_user_deployments v where v.embed_user_id = u.id and v.deployment_id = d.id) as viewer_locale
    from dashboard_comments c
    join embed_users u on u.id = ${embedUserId} and u.id = any(c.mentions) and u.embed_tenant_id = c.embed_tenant_id
    join embed_users a on a.id = c.embed_user_id
    join embed_tenants e on e.id = c.embed_tenant_id join tenants t on t.id = u.tenant_id
    join dashboards b on b.id = c.dashboard_id and b.status = 'published'
    join deployments d on d.id = b.deployment_id and d.tenant_id = t.id
    where c.id = ${commentId} and c.removed_at is null and u.id <> a.id and u.email is not null and ${wantsMail}
      and not exists (select from mention_mail_stops s where s.dashboard_id = b.id and s.embed_user_id = u.id)`.execute(
    db,
  );
  return rows[0];
}

async function end(
  db: Db,
  { commentId, embedUserId }: ClaimedMention,
  outcome: MentionOutcome,
): Promise<void> {
  await sql`
    update dashboard_comment_mails set status = ${outcome}
    where comment_id = ${commentId} and embed_user_id = ${embedUserId} and status = 'pending'`.execute(db);
}

async function retry(db: Db, { commentId, embedUserId }: ClaimedMention, seconds: number): Promise<void> {
  await sql`
    update dashboard_comment_mails set next_try_at = now() + make_interval(secs => ${seconds})
    where comment_id = ${commentId} and embed_user_id = ${embedUserId} and status = 'pending'`.execute(db);
}

/** Without a mail server nothing waits: mail that is late by days is of no use. */
async function skipAll(db: Db): Promise<void> {
  await sql`update dashboard_comment_mails set status = 'skipped' where status = 'pending'`.execute(db);
}
