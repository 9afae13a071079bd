import { pino } from 'pino';
import { schemas } from '@oriel/contract';
import { defineJob, handleJob } from '../../jobs/job.ts';
import { startJobs } from './start-jobs.ts';
import type { TestConnection } from '../data/test-database.ts';

/** The job that {@link runForever} never ends. */
export const endless = defineJob({
  name: 'endless',
  data: schemas.object('Nothing.', {}),
  timeoutSeconds: 600,
  retry: { limit: 3, delaySeconds: 0, maxDelaySeconds: 1 },
});

// As a program: a server that takes such a job, says so, and is to be killed then. Its argument is how to connect.
const [argument] = process.argv.slice(2);
if (import.meta.main && argument !== undefined) {
  // Written by the test that starts this program.
  const connection = JSON.parse(argument) as TestConnection;
  await startJobs({
    database: { connection },
    jobs: [
      handleJob(endless, async () => {
        process.stdout.write('running\n');
        await new Promise(() => {});
      }),
    ],
    logger: pino({ level: 'silent' }),
  });
}
