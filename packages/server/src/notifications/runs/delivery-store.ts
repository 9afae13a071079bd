import type { NotificationFormat, NotificationRunStatus } from '@oriel/contract';
import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { DashboardControls } from '@oriel/dashboard/initial-controls';
import type { Keyring } from '../../secrets/keyring.ts';
import { showEmbedSecret, type TokenSecretColumns } from '../../secrets/token-secrets.ts';
import type { RenderingOverrides } from '../../db/values/stored-renderings.ts';

/** A run with everything that carrying it out takes. */
export interface RunContext extends DashboardControls {
  runId: number;
  status: NotificationRunStatus;
  notificationId: number;
  deploymentId: number;
  deployBranch: string;
  tenantId: number;
  embedSecret: string;
  /** Undefined where the dashboard is not published any more. */
  publicId: string | null;
  notificationEnabled: boolean;
  notificationFormat: NotificationFormat;
  baseUrl: string;
  /** Where the host of the account shows dashboards; null for an account that does not say. */
  hostDashboardUrl: string | null;
  createdBy: number | null;
  /** The language of what the account embeds. */
  accountLocale: string | null;
}

/** A delivery that was claimed to be tried. */
export interface ClaimedDelivery {
  id: number;
  userId: number | null;
  embedUserId: number | null;
  email: string;
  overrides: RenderingOverrides | null;
  /** Of a viewer of an embed tenant; null of users. */
  embedTenantName: string | null;
  externalId: string | null;
  /** The language that the person has chosen, or a viewer was last shown; as a BCP 47 tag, which nobody has checked. */
  locale: string | null;
}

/** What has become of the deliveries of a run. */
export interface DeliveryCounts {
  sent: number;
  failed: number;
  open: number;
  /** The last reason why one failed. */
  error: string | null;
}

/** How long a try has for the deliveries that it has claimed. */
const CLAIM_SECONDS = 600;

/** Makes the store of deliveries under way. */
export function createDeliveryStore(db: Db) {
  return bindFirst(db, {
    findRun,
    setRunning,
    setRetrying,
    finish,
    claim,
    release,
    setSent,
    setFailed,
    failRest,
    count,
  });
}

/** @throws `unavailable` */
async function findRun(db: Db, runId: number, keyring: Keyring): Promise<RunContext | undefined> {
  const { rows } = await sql<Omit<RunContext, 'embedSecret'> & TokenSecretColumns>`
    select r.id as run_id, r.status, n.id as notification_id, n.deployment_id, d.deploy_branch, d.tenant_id,
      t.embed_secret as plain_secret, e.encrypted_secret, e.key_id, case when b.status = 'published' then b.public_id end as public_id,
      n.notification_enabled, n.notification_format, n.base_url, n.created_by,
      t.app_config -> 'embedding' ->> 'hostDashboardUrl' as host_dashboard_url,
      t.app_config -> 'embedding' ->> 'locale' as account_locale,
      n.filters, n.time_grains, n.member_switchers
    from notification_runs r join notifications n on n.id = r.notification_id
    join deployments d on d.id = n.deployment_id join tenants t on t.id = d.tenant_id
    left join embed_secrets e on e.tenant_id = t.id join dashboards b on b.id = n.dashboard_id
    where r.id = ${runId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { plainSecret, encryptedSecret, keyId, ...run } = row;
  const secret = { plainSecret, encryptedSecret, keyId };
  return { ...run, embedSecret: await showEmbedSecret(keyring, run.tenantId, secret) };
}

async function setRunning(db: Db, runId: number): Promise<void> {
  await sql`update notification_runs set status = 'running', started_at = coalesce(started_at, now()) where id = ${runId}`.execute(
    db,
  );
}

async function setRetrying(db: Db, runId: number, error: string): Promise<void> {
  await sql`update notification_runs set status = 'retrying', error = ${error} where id = ${runId}`.execute(
    db,
  );
}

async function finish(
  db: Db,
  runId: number,
  status: NotificationRunStatus,
  error: string | null,
): Promise<void> {
  await sql`
    update notification_runs set status = ${status}, error = ${error}, finished_at = now(),
      started_at = coalesce(started_at, now())
    where id = ${runId}`.execute(db);
}

/**
 * Claims deliveries that this try has not had yet, so that nobody else sends them meanwhile.
 *
 * @param tries how many tries there were, this one included
 */
async function claim(db: Db, runId: number, tries: number, limit: number): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with open as (
      select id from notification_deliveries
      where run_id = ${runId} and status in ('pending', 'retrying') and attempts < ${tries}
        and coalesce(claimed_until < now(), true)
      order by id limit ${limit} for update skip locked
    ), claimed as (
      update notification_deliveries d set attempts = ${tries}, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
      from open where d.id = open.id
      returning d.id, d.user_id, d.embed_user_id, d.email, d.recipient_id
    )
    select c.id, c.user_id, c.embed_user_id, c.email, r.overrides, t.name as embed_tenant_name, e.external_id,
      coalesce(u.settings ->> 'locale', (select v.locale from embed_user_deployments v where v.embed_user_id = c.embed_user_id
        and v.deployment_id = (select n.deployment_id from notification_runs nr join notifications n on n.id = nr.notification_id
          where nr.id = ${runId}))) as locale
    from claimed c left join users u on u.id = c.user_id left join notification_recipients r on r.id = c.recipient_id
    left join embed_users e on e.id = c.embed_user_id left join embed_tenants t on t.id = e.embed_tenant_id
    order by c.id`.execute(db);
  return rows;
}

/** What was claimed and not tried may be tried by others at once. */
async function release(db: Db, ids: readonly number[], tries: number): Promise<void> {
  await sql`
    update notification_deliveries set claimed_until = null, attempts = ${tries - 1}
    where id = any(${[...ids]}::integer[]) and status in ('pending', 'retrying')`.execute(db);
}

async function setSent(db: Db, id: number, isWithoutData: boolean): Promise<void> {
  await sql`
    update notification_deliveries set status = 'sent', sent_at = now(), claimed_until = null, error = null,
      is_without_data = ${isWithoutData}
    where id = ${id}`.execute(db);
}

async function setFailed(db: Db, id: number, error: string, isPermanent: boolean): Promise<void> {
  await sql`
    update notification_deliveries set status = ${isPermanent ? 'failed' : 'retrying'}, error = ${error},
      claimed_until = null
    where id = ${id} and status <> 'sent'`.execute(db);
}

/** Gives up what is left. */
async function failRest(db: Db, runId: number): Promise<void> {
  await sql`
    update notification_deliveries set status = 'failed', error = coalesce(error, 'It was not sent in time'), claimed_until = null
    where run_id = ${runId} and status in ('pending', 'retrying')`.execute(db);
}

async function count(db: Db, runId: number): Promise<DeliveryCounts> {
  const { rows } = await sql<DeliveryCounts>`
    select count(*) filter (where status = 'sent')::integer as sent,
      count(*) filter (where status = 'failed')::integer as failed,
      count(*) filter (where status in ('pending', 'retrying'))::integer as open,
      (array_agg(error order by id desc) filter (where error is not null))[1] as error
    from notification_deliveries where run_id = ${runId}`.execute(db);
  return rows[0] ?? { sent: 0, failed: 0, open: 0, error: null };
}
