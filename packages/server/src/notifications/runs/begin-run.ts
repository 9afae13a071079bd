import type { NotificationRunCause } from '@oriel/contract';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { NO_MAIL_SERVER } from './no-mail-server.ts';
import { deliverNotification } from './deliver-notification.ts';

/** What runs are begun with. */
export interface BeginRunOptions {
  /** Absent in an application without background work. */
  readonly jobs: Pick<Jobs, 'send'>;
  /** Whether there is a mail server to deliver by. */
  readonly canSendMail: boolean;
}

/** A run to begin. */
interface NewRun {
  readonly notificationId: number;
  readonly cause: NotificationRunCause;
  readonly scheduledFor: Date;
  /** Whether it sends mail; else it only asks what the dashboard asks. */
  readonly sendsMail: boolean;
}

/**
 * Records a run with a delivery for each recipient, and sends the job that carries it out, all within one transaction.
 * Without a mail server everything is recorded as not delivered instead.
 *
 * @returns the id of the run; undefined where this time of the schedule has its run already
 */
export async function beginRun(
  tx: Transaction<Tables>,
  { notificationId, cause, scheduledFor, sendsMail }: NewRun,
  { jobs, canSendMail }: BeginRunOptions,
): Promise<number | undefined> {
  const isLost = sendsMail && !canSendMail;
  const { rows } = await sql<{ id: number }>`
    insert into notification_runs (notification_id, cause, scheduled_for, status, error, finished_at)
    values (${notificationId}, ${cause}, ${scheduledFor.toISOString()}::timestamptz,
      ${isLost ? 'not_delivered' : 'pending'}, ${isLost ? NO_MAIL_SERVER : null},
      case when ${isLost} then now() end)
    on conflict (notification_id, scheduled_for) where cause = 'schedule' do nothing
    returning id`.execute(tx);
  const runId = rows[0]?.id;
  if (runId === undefined) return undefined;
  if (sendsMail)
    await sql`
      insert into notification_deliveries (run_id, recipient_id, user_id, embed_user_id, type, email, status, error)
      select ${runId}::integer, r.id, r.user_id, r.embed_user_id,
        case when r.user_id is null then 'EMBED_USER' else 'USER' end,
        coalesce(u.email, e.email, e.external_id), ${isLost ? 'not_delivered' : 'pending'},
        ${isLost ? NO_MAIL_SERVER : null}::text
      from notification_recipients r left join users u on u.id = r.user_id left join embed_users e on e.id = r.embed_user_id
      where r.notification_id = ${notificationId} and not coalesce(u.is_deactivated, false)
      order by r.id`.execute(tx);
  if (!isLost) await jobs.send(tx, deliverNotification, { runId });
  return runId;
}
