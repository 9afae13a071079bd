import { schemas } from '@oriel/contract';
import { defineJob } from '../../jobs/job.ts';

/** Carries out a run: renders the dashboard for each recipient and sends the mail. */
export const deliverNotification = defineJob({
  name: 'deliver-notification',
  data: schemas.input('A run of a notification.', { runId: schemas.id('Id of the run.') }),
  concurrency: 2,
  timeoutSeconds: 4 * 3_600,
  // About a day in all, so that a mail server that is away for a night loses nothing.
  retry: { limit: 10, delaySeconds: 30, maxDelaySeconds: 4 * 3_600 },
});
