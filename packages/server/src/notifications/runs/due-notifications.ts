import { schemas } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { defineJob, handleJob, type HandledJob, type JobRun } from '../../jobs/job.ts';
import { beginRun } from './begin-run.ts';
import { firstAfter } from '../schedule/cron.ts';

/** Starts the runs that are due, every minute on one of the servers. */
const dueNotifications = defineJob({
  name: 'due-notifications',
  data: schemas.input('Nothing.', {}),
  schedule: '* * * * *',
  isExclusive: true,
  timeoutSeconds: 300,
  retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 30 },
});

/** Notifications that are looked at in one transaction. */
const BATCH = 100;
/** A run that nobody has ended by then is not going to end. */
const LOST_DAYS = 3;

/** Binds the job to the database; `canSendMail`: whether there is a mail server. */
export function handleDueNotifications(db: Db, canSendMail: boolean): HandledJob {
  return handleJob(dueNotifications, async (_data, job) => {
    let started = BATCH;
    while (started === BATCH && !job.signal.aborted) {
      started = await startDue(db, canSendMail, job);
      job.count('started', started);
    }
    await giveUpLost(db);
  });
}

interface DueRow {
  id: number;
  nextRunAt: string;
  cronExpression: string;
  timezone: string;
  notificationEnabled: boolean;
  now: string;
}

/** Starts runs and moves each notification to its next time, as a whole or not at all: what was missed runs once. */
async function startDue(db: Db, canSendMail: boolean, job: JobRun): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<DueRow>`
      select id, next_run_at, cron_expression, timezone, notification_enabled, now() as now from notifications
      where next_run_at <= now() order by next_run_at limit ${BATCH} for update skip locked`.execute(tx);
    for (const row of rows) {
      const scheduledFor = new Date(row.nextRunAt);
      const run = { notificationId: row.id, cause: 'schedule', scheduledFor } as const;
      await beginRun(tx, { ...run, sendsMail: row.notificationEnabled }, { jobs: job, canSendMail });
      const next = firstAfter(row.cronExpression, row.timezone, new Date(row.now));
      await tx
        .updateTable('notifications')
        .set({ nextRunAt: next?.toISOString() ?? null })
        .where('id', '=', row.id)
        .execute();
    }
    return rows.length;
  });
}

/** Says of runs that were given up by everybody that they have failed. */
async function giveUpLost(db: Db): Promise<void> {
  await sql`
    with lost as (
      update notification_runs set status = 'failed', finished_at = now(), error = coalesce(error, 'It was not ended in time')
      where finished_at is null and created_at < now() - make_interval(days => ${LOST_DAYS}) returning id
    )
    update notification_deliveries set status = 'failed', claimed_until = null, error = coalesce(error, 'It was not sent in time')
    where run_id in (select id from lost) and status in ('pending', 'retrying')`.execute(db);
}
